import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { call, finish, type ModelStep, scriptedModel } from '../../test/kit/scripted-model.ts';
import { allEvents, testTool, turnInput } from '../../test/kit/turn-input.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { runTurn } from './run-turn.ts';
import type { AgentTool } from './tool.ts';
import type { TurnEvent } from './turn.ts';

const LIMITS = { rounds: 3, toolCalls: 4, retries: 1 };
/** Each round, and the fallback's first one, with their retries. */
const MAX_MODEL_CALLS = (LIMITS.rounds + 1) * (LIMITS.retries + 1);

const unhandled: unknown[] = [];
const onUnhandled = (reason: unknown) => unhandled.push(reason);
beforeAll(() => void process.on('unhandledRejection', onUnhandled));
afterAll(() => void process.off('unhandledRejection', onUnhandled));

const step: fc.Arbitrary<ModelStep> = fc.oneof(
  fc.constantFrom('', ' ', 'word ', 'end.').map((text) => ({ type: 'text-delta' as const, text })),
  fc.constantFrom('fine', 'failing', 'hanging', 'unknown').map((name) => call(name, { id: '1' })),
  fc.constant(call('fine', {})),
  fc.constant({ type: 'thinking' as const }),
  fc.constantFrom('stop', 'tool-calls', 'length', 'content-filter').map((reason) => finish(reason)),
  fc
    .constantFrom('unavailable', 'rejected', 'malformed')
    .map((code) => ({ type: 'fail' as const, error: new ProviderError(code, 'No.') })),
  fc.constant({ type: 'fail' as const, error: new TypeError('a defect of the model') }),
  fc.constantFrom('hang', 'deaf', 'end').map((type) => ({ type })),
);
const scripts = fc.array(fc.array(step, { maxLength: 5 }), { minLength: 1, maxLength: 4 });

const TOOLS: AgentTool[] = [
  testTool('fine', async () => ({ ok: true })),
  testTool('failing', () => Promise.reject(new Error('broken'))),
  testTool('hanging', () => new Promise(() => {})),
];

/** Runs a turn while its clock advances, so that every limit is reached; aborts after that many events, if given. */
async function runToEnd(
  own: readonly ModelStep[][],
  other: readonly ModelStep[][],
  abortAfter: number | null,
) {
  const clock = manualClock();
  const abort = new AbortController();
  const model = scriptedModel('a/m', ...own);
  const fallback = scriptedModel('b/m', ...other);
  const input = turnInput(model, { fallback, tools: TOOLS, limits: LIMITS, clock, signal: abort.signal });
  const events: TurnEvent[] = [];
  let over = false;
  const reading = (async () => {
    for await (const event of runTurn(input)) {
      if (events.push(event) === abortAfter) abort.abort();
    }
  })().finally(() => {
    over = true;
  });
  if (abortAfter === 0) abort.abort();
  for (let tick = 0; tick < 500 && !over; tick += 1) {
    await new Promise(setImmediate);
    if (tick % 3 === 2) clock.advance(1000);
  }
  expect(over).toBe(true);
  await reading;
  return { events, clock, model, fallback };
}

function checkEnd(events: readonly TurnEvent[]): void {
  const ends = events.filter((event) => event.type === 'finished' || event.type === 'failed');
  expect(ends).toHaveLength(1);
  const end = events.at(-1);
  expect(end).toBe(ends[0]);
  if (end?.type !== 'finished' && end?.type !== 'failed') return;
  const streamed = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
  expect(end.result.text).toBe(streamed);
  const finishedTools = events.filter((event) => event.type === 'tool-finished');
  expect(end.result.functionCalls).toEqual(finishedTools.map((event) => event.functionCall));
  expect(end.result.modelCalls.length).toBeLessThanOrEqual(MAX_MODEL_CALLS);
  const ran = end.result.functionCalls.filter(
    (item) => !JSON.stringify(item.result).includes('too-many-calls'),
  );
  expect(ran.length).toBeLessThanOrEqual(LIMITS.toolCalls);
  if (end.type === 'finished') expect(end.result.text.trim()).not.toBe('');
}

test('for any models and tools, a turn ends once, within its limits, and leaves nothing running', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, scripts, async (own, other) => {
      const { events, clock, model, fallback } = await runToEnd(own, other, null);
      checkEnd(events);
      expect(model.requests.length + fallback.requests.length).toBeLessThanOrEqual(MAX_MODEL_CALLS);
      expect(clock.sleeping()).toBe(0);
    }),
    { numRuns: 300 },
  );
  expect(unhandled).toEqual([]);
});

test('an abort at any point ends the turn immediately and leaves nothing running', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, scripts, fc.nat(8), async (own, other, abortAfter) => {
      const { events, clock } = await runToEnd(own, other, abortAfter);
      checkEnd(events);
      // Only the end and events that were already queued may follow the abort.
      expect(events.length).toBeLessThanOrEqual(Math.max(abortAfter, 1) + 1 + 2 * LIMITS.toolCalls + 5);
      expect(clock.sleeping()).toBe(0);
    }),
    { numRuns: 300 },
  );
  expect(unhandled).toEqual([]);
});

test('ending the iteration at any point ends the turn and leaves nothing running', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.nat(4), async (own, leaveAfter) => {
      const clock = manualClock();
      const turn = runTurn(turnInput(scriptedModel('a/m', ...own), { tools: TOOLS, limits: LIMITS, clock }));
      let seen = 0;
      const reading = (async () => {
        for await (const _event of turn) if (++seen > leaveAfter) break;
      })();
      let over = false;
      reading.finally(() => {
        over = true;
      });
      for (let tick = 0; tick < 500 && !over; tick += 1) {
        await new Promise(setImmediate);
        if (tick % 3 === 2) clock.advance(1000);
      }
      await reading;
      expect(clock.sleeping()).toBe(0);
    }),
    { numRuns: 200 },
  );
  expect(unhandled).toEqual([]);
});

test('the same turn gives the same events in every run', async () => {
  const scripted = () =>
    scriptedModel(
      'a/m',
      [call('fine', { id: '1' }), finish('tool-calls')],
      [{ type: 'text-delta', text: 'Done.' }, finish()],
    );
  // The key of a tool call is random.
  const events = async () =>
    (await allEvents(runTurn(turnInput(scripted(), { tools: TOOLS })))).map((event) =>
      event.type === 'tool-finished' ? { ...event, key: 'any' } : event,
    );
  expect(await events()).toEqual(await events());
});
