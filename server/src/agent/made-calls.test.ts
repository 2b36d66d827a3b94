import { describe, expect, test } from 'vitest';
import { call, finish, say, scriptedModel } from '../../test/kit/scripted-model.ts';
import { allEvents, testTool, turnInput } from '../../test/kit/turn-input.ts';
import { ProviderError } from '../providers/interfaces/provider-error.ts';
import { type CallJournal, type CallOutcome, type MadeCall, OUTCOME_UNKNOWN } from './made-calls.ts';
import { runTurn } from './run-turn.ts';
import { type AgentTool, ToolNotReached, ToolReportedError } from './tool.ts';
import type { TurnInput } from './turn.ts';

const order = (overrides: Partial<MadeCall> = {}): MadeCall => ({
  key: 'k1',
  round: 1,
  name: 'book',
  arguments: { id: '7' },
  result: { booked: true },
  ...overrides,
});

/** Turns with one tool that has side effects; `keys` collects the idempotency keys of its runs. */
function booking(run: () => unknown = () => ({ booked: true })) {
  const keys: string[] = [];
  const sent: Record<string, unknown>[] = [];
  const stored: string[] = [];
  const tool: AgentTool = {
    ...testTool('book', async (given, _signal, { key }) => {
      stored.push('sent');
      sent.push(given);
      keys.push(key);
      return run();
    }),
    hasEffects: true,
  };
  const journal: CallJournal = {
    started: async () => void stored.push('started'),
    finished: async (_key, result) => void stored.push(JSON.stringify(result)),
  };
  const turn = async (model: TurnInput['model'], overrides: Partial<TurnInput> = {}) => {
    const events = await allEvents(runTurn(turnInput(model, { tools: [tool], journal, ...overrides })));
    const end = events.at(-1);
    if (end?.type !== 'finished' && end?.type !== 'failed') throw new Error('No end.');
    return { end, functionCalls: end.result.functionCalls };
  };
  return { keys, sent, stored, tool, turn };
}

const asks = (id: string) => [call('book', { id }), finish('tool-calls')];
const answers = [...say('Done.'), finish()];

test('stores a call before it is sent, and again with its result', async () => {
  const { stored, turn } = booking();
  await turn(scriptedModel('a/m', asks('7'), answers));
  expect(stored).toEqual(['started', 'sent', '{"booked":true}']);
});

describe('a later attempt', () => {
  test('replays the call and its result after the message, without a new request', async () => {
    const { keys, turn } = booking();
    const model = scriptedModel('a/m', answers);
    const { functionCalls } = await turn(model, { parts: [{ message: 'Book 7.', calls: [order()] }] });
    expect(model.requests[0]?.messages.slice(1)).toMatchObject([
      { role: 'user', content: 'Book 7.' },
      { role: 'assistant', toolCalls: [{ name: 'book', arguments: { id: '7' } }] },
      { role: 'tool', toolName: 'book', output: expect.stringContaining('booked') },
    ]);
    expect(functionCalls).toEqual([{ name: 'book', arguments: { id: '7' }, result: { booked: true } }]);
    expect(keys).toEqual([]);
  });

  test('places later messages of the customer after the call', async () => {
    const { turn } = booking();
    const model = scriptedModel('a/m', answers);
    const parts = [
      { message: 'Book 7.', calls: [order()] },
      { message: 'And thanks.', calls: [] },
    ];
    await turn(model, { parts });
    expect(model.requests[0]?.messages.slice(1).map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'user',
    ]);
  });

  test.each(['7', ' 7 '])('gets the stored result when the model repeats the call with id %j', async (id) => {
    const { keys, turn } = booking();
    const model = scriptedModel('a/m', asks(id), answers);
    const { functionCalls } = await turn(model, { parts: [{ message: 'Book 7.', calls: [order()] }] });
    expect(keys).toEqual([]);
    expect(functionCalls).toHaveLength(1);
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      output: expect.stringContaining('not repeated'),
    });
  });

  test('calls the same tool again if the arguments differ', async () => {
    const { keys, turn } = booking();
    const model = scriptedModel('a/m', asks('8'), answers);
    const { functionCalls } = await turn(model, { parts: [{ message: 'Book 7.', calls: [order()] }] });
    expect(keys).toHaveLength(1);
    expect(functionCalls).toHaveLength(2);
  });

  test('repeats a tool call that has no stored outcome, with the same idempotency key', async () => {
    const { keys, stored, turn } = booking();
    const calls = [order({ result: null })];
    const { functionCalls } = await turn(scriptedModel('a/m', answers), {
      parts: [{ message: 'Book 7.', calls }],
    });
    expect(keys).toEqual(['k1']);
    expect(stored).toEqual(['started', 'sent', '{"booked":true}']);
    expect(functionCalls).toMatchObject([{ result: { booked: true } }]);
  });

  test('counts the rounds of earlier attempts', async () => {
    const { keys, turn } = booking();
    const calls = [1, 2, 3, 4].map((round) =>
      order({ round, key: `k${round}`, arguments: { id: `${round}` } }),
    );
    const model = scriptedModel('a/m', asks('9'), asks('10'));
    const { end } = await turn(model, { parts: [{ message: 'Book.', calls }], limits: { rounds: 6 } });
    expect(end).toMatchObject({ type: 'failed', error: { code: 'rejected' } });
    expect(model.requests.map(({ toolChoice }) => toolChoice)).toEqual([undefined, 'none']);
    expect(keys).toHaveLength(1);
  });
});

describe('a tool that does not know keys', () => {
  const of = (run?: () => unknown) => {
    const { tool, ...others } = booking(run);
    return { ...others, tools: [{ ...tool, isRepeatable: false as const }] };
  };

  test('is not called again for a call without a stored outcome', async () => {
    const { keys, tools, turn } = of();
    const parts = [{ message: 'Book 7.', calls: [order({ result: null })] }];
    const { functionCalls } = await turn(scriptedModel('a/m', asks('7'), answers), { parts, tools });
    expect(keys).toEqual([]);
    expect(functionCalls).toMatchObject([{ result: OUTCOME_UNKNOWN }]);
  });

  test.each([
    ['an unexpected failure', new Error('reset'), 1],
    ['a time limit', new ProviderError('timeout', 'late'), 1],
    ['a failure before the request', new ToolNotReached('unavailable', 'refused'), 2],
    ['a failure reported by the tool', new ToolReportedError('closed'), 2],
  ])('is called after %s as often as its call may be repeated', async (_what, error, times) => {
    const { keys, tools, turn } = of(() => {
      throw error;
    });
    const model = scriptedModel('a/m', asks('7'), asks('7'), answers);
    await turn(model, { tools });
    expect(keys).toHaveLength(times);
    const isSaid = JSON.stringify(model.requests[1]?.messages).includes('It is unknown whether');
    expect(isSaid).toBe(times === 1);
  });
});

test('a call repeated within one attempt gets a new key, unless the first got no answer', async () => {
  const model = () => scriptedModel('a/m', asks('7'), asks('7'), answers);
  const twice = booking();
  await twice.turn(model());
  expect(new Set(twice.keys).size).toBe(2);
  const silent = booking(() => {
    throw new Error('unreachable');
  });
  await silent.turn(model());
  expect(silent.keys).toHaveLength(2);
  expect(new Set(silent.keys).size).toBe(1);
});

test.each([
  [200, 2],
  [404, 2],
  [429, 1],
  [503, 1],
])('a call that was answered with %i and is repeated has %i keys', async (status, count) => {
  const { keys, turn } = booking(() => ({ status, body: {} }));
  await turn(scriptedModel('a/m', asks('7'), asks('7'), answers));
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(count);
});

test('the next answer does not repeat a call that the customer has not heard about', async () => {
  const { keys, turn } = booking();
  const outcome = { key: 'k1', result: { booked: true } };
  const unreported = [{ name: 'book', arguments: { id: '7' }, outcome }];
  const model = scriptedModel('a/m', asks('7'), answers);
  const { functionCalls } = await turn(model, { unreported });
  expect([keys, functionCalls]).toEqual([[], []]);
});

test('shows the model a call whose message is not in the history', async () => {
  const { keys, turn } = booking();
  const outcome = { key: 'k1', result: { booked: true } };
  const unreported = [{ name: 'book', arguments: { id: '7' }, outcome, isUnseen: true }];
  const model = scriptedModel('a/m', answers);
  const { functionCalls } = await turn(model, { unreported });
  expect(model.requests[0]?.messages.slice(-2)).toMatchObject([
    { role: 'assistant', toolCalls: [{ name: 'book', arguments: { id: '7' } }] },
    { role: 'tool', output: expect.stringContaining('booked') },
  ]);
  expect([keys, functionCalls]).toEqual([[], []]);
});

test.each([
  ['finished', (outcome: CallOutcome) => outcome],
  ['running', async (outcome: CallOutcome) => outcome],
])(
  'repeats an unanswered call of an earlier turn with the same key and arguments: %s',
  async (_state, outcomeOf) => {
    const { keys, sent, turn } = booking();
    const outcome = outcomeOf({ key: 'k1', result: OUTCOME_UNKNOWN });
    const { functionCalls } = await turn(scriptedModel('a/m', asks('A7'), answers), {
      unreported: [{ name: 'book', arguments: { id: 'a7' }, outcome }],
    });
    expect(keys).toEqual(['k1']);
    expect(sent).toEqual([{ id: 'a7' }]);
    expect(functionCalls).toMatchObject([{ arguments: { id: 'a7' } }]);
  },
);
