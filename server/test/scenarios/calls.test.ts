import { describe, expect, test } from 'vitest';
import { type CallScenario, runScenario } from '../kit/voice/call-scenario.ts';
import { broken } from '../kit/voice/scenario-expectations.ts';
import { BYSTANDERS } from './calls/bystanders.ts';
import { CROSSINGS } from './calls/crossings.ts';
import { ENDINGS } from './calls/endings.ts';
import { GREETINGS, MAILBOXES } from './calls/greetings.ts';
import { LATE_WORDS } from './calls/late-words.ts';
import { RACES } from './calls/races.ts';
import { SETTINGS } from './calls/settings.ts';
import { TOOLS } from './calls/tools.ts';
import { TURNS } from './calls/turns.ts';

describe.each([
  ['turns', TURNS],
  ['endings', ENDINGS],
  ['tools', TOOLS],
  ['settings', SETTINGS],
  ['races', RACES],
  ['coinciding events', CROSSINGS],
  ['late transcripts', LATE_WORDS],
  ['first messages', GREETINGS],
  ['mailboxes', MAILBOXES],
  ['background speakers', BYSTANDERS],
  ['turns without interim results', withoutInterim(TURNS)],
  ['races without interim results', withoutInterim(RACES)],
])('%s', (_, scenarios) => {
  test.each(scenarios)('$name', async (scenario) => {
    const result = await runScenario(scenario);
    expect(broken(scenario.expect, result)).toEqual([]);
    expect(result.left).toBe(0);
  });
});

/** The same calls with an STT provider without interim results. */
function withoutInterim(scenarios: readonly CallScenario[]): CallScenario[] {
  return scenarios.map((scenario) => ({
    ...scenario,
    understanding: { finalAfterMs: 200, ...scenario.understanding, interim: false },
  }));
}

test('emits each transcript line when it is complete, with its start time', async () => {
  const { events } = await runScenario({
    name: 'a question with a pause in it, and its answer',
    settings: { endpointSilenceMs: 1500 },
    answers: ['We open at nine.'],
    customer: [
      { type: 'wait', ms: 3000 },
      { type: 'say', text: 'I would like to know' },
      { type: 'wait', ms: 900 },
      { type: 'say', text: 'when you open' },
      { type: 'wait', ms: 6000 },
      { type: 'hang-up' },
    ],
    expect: [],
  });
  const greeting = events.find((event) => event.type === 'assistant-said');
  const question = events.find((event) => event.type === 'customer-said');
  const answer = events.findLast((event) => event.type === 'assistant-said');
  const turn = events.find((event) => event.type === 'turn-answered');
  if (!greeting || !question || !answer || !turn) throw new Error('The recording lacks a turn.');
  expect(greeting.sinceMs).toBeLessThan(500);
  expect(question.sinceMs).toBeGreaterThan(2900);
  expect(question.sinceMs).toBeLessThan(3200);
  expect(turn.sinceMs).toBeGreaterThan(question.sinceMs + 1500);
  expect(turn.sinceMs + turn.latency.totalMs).toBe(answer.sinceMs);
  expect(answer.atMs).toBeGreaterThan(answer.sinceMs + 500);
});

test('the same scenario always produces the same events', async () => {
  const [scenario] = TURNS;
  if (scenario === undefined) throw new Error('There is no scenario.');
  expect((await runScenario(scenario)).events).toEqual((await runScenario(scenario)).events);
});

test('reports missing, late, repeated and unexpected events', async () => {
  const result = await runScenario({
    name: 'a greeting and the end',
    customer: [{ type: 'wait', ms: 2000 }, { type: 'hang-up' }],
    expect: [],
  });
  const greeting = { type: 'assistant-said', text: /^Hello/ } as const;
  expect(
    broken([{ event: greeting }, { event: greeting, times: 1 }, { absent: { type: 'digit' } }], result),
  ).toEqual([]);
  const wrong = [
    { event: { type: 'digit' } },
    { event: greeting, withinMs: [0, 10] },
    { event: greeting, after: { type: 'digit' } },
    { event: greeting, times: 2 },
    { absent: greeting },
    { outcome: { status: 'failed' } },
  ] as const;
  expect(broken(wrong, result).length).toBe(wrong.length);
});
