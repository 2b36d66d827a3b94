import { expect, test } from 'vitest';
import { openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import {
  type ScriptedRealtime,
  scriptedRealtime,
  spokenItem,
} from '../../../../test/kit/scripted-realtime.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';

watchUnhandled();

const LIMITED = new ProviderError('rate-limited', 'OpenAI could not answer: rate_limit_exceeded.');
const REJECTED = new ProviderError('rejected', 'OpenAI could not answer: invalid_value.');
/** Longer than any wait before a retry or for a new session. */
const WAIT_MS = 1_600;

/** A model with a healthy session. */
function open(fallbacks: ScriptedRealtime[] = []) {
  const held = openMultimodal({}, [testTool('book', async () => 1)], { fallbacks });
  const failAnswer = async (error = LIMITED): Promise<void> => {
    held.live.tell({ type: 'failed', error, fatal: false });
    await held.settle();
    held.clock.advance(WAIT_MS);
    await held.settle();
  };
  const requests = (session: number): string[] =>
    (held.live.calls[session] ?? []).filter((call) => call.startsWith('respond'));
  return { ...held, failAnswer, requests };
}

const spoken = (itemId: string, text: string): RealtimeEvent[] => [
  ...spokenItem(itemId, text, 600),
  { type: 'reply-ended', itemId },
];

test('a model that fails before a word is asked again, twice, and the customer hears only the answer', async () => {
  const held = open();
  held.engine.answer('r1');
  await held.failAnswer();
  await held.failAnswer();
  expect(held.requests(0)).toEqual(Array(3).fill('respond null'));
  held.live.tell(...spoken('i1', 'At seven.'));
  await held.settle();
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'At seven.' }]);
  expect(held.of('failed').map(({ replyId, fatal }) => [replyId, fatal])).toEqual(
    Array(2).fill([null, false]),
  );
  expect(held.live.calls).toHaveLength(1);
  await held.engine.close();
});

test('a response to speech that fails before it starts is requested again', async () => {
  const held = open();
  await held.failAnswer();
  const [started] = held.of('reply-started');
  expect(held.requests(0)).toEqual(['respond null']);
  held.live.tell(...spoken('i1', 'Yes?'));
  await held.settle();
  expect(held.of('reply-ended')).toMatchObject([{ replyId: started?.replyId, text: 'Yes?' }]);
  await held.engine.close();
});

test('an answer that fails after a tool’s result is requested again with the result', async () => {
  const held = open();
  held.live.tell(
    ...spokenItem('i1', 'One moment.', 600),
    { type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } },
    { type: 'reply-ended', itemId: 'i1' },
  );
  await held.settle();
  await held.failAnswer();
  expect(held.requests(0)).toEqual([
    expect.stringMatching(/^respond The tool book returned .*Tell the customer\.$/s),
  ]);
  expect(held.of('reply-ended')).toEqual([]);
  await held.engine.close();
});

test.each([
  ['midway', [...spokenItem('i1', 'From seven to', 600)], LIMITED],
  ['for a reason that a retry does not change', [], REJECTED],
] as const)('an answer that fails %s is not requested again', async (_when, events, error) => {
  const held = open();
  held.engine.answer('r1');
  held.live.tell(...events);
  await held.failAnswer(error);
  expect(held.requests(0)).toEqual(['respond null']);
  expect(held.of('failed')).toMatchObject([{ replyId: 'r1', fatal: false }]);
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1' }]);
  await held.engine.close();
});

test('is not requested again after an interruption', async () => {
  const held = open();
  held.engine.answer('r1');
  held.live.tell({ type: 'failed', error: LIMITED, fatal: false });
  held.engine.interrupt('r1', { text: '', audioMs: 0 });
  held.clock.advance(WAIT_MS);
  await held.settle();
  expect(held.requests(0)).toEqual(['respond null']);
  await held.engine.close();
});

test('a fallback gets the request when the retries fail, and has its own retries', async () => {
  const other = scriptedRealtime('others/live');
  const held = open([other]);
  held.engine.say('hello', 'Hello.');
  for (let failures = 0; failures < 3; failures += 1) await held.failAnswer();
  const request = 'respond Say exactly these words and nothing else: "Hello."';
  expect(held.requests(0)).toEqual(Array(3).fill(request));
  expect(other.calls).toEqual([[request]]);
  expect(held.of('model-replaced')).toHaveLength(1);
  other.tell({ type: 'failed', error: LIMITED, fatal: false });
  held.clock.advance(WAIT_MS);
  await held.settle();
  other.tell(...spoken('i1', 'Hello.'));
  await held.settle();
  expect(other.calls).toEqual([[request, request]]);
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'hello', text: 'Hello.' }]);
  await held.engine.close();
});

test('without a fallback, the answer fails after the retries, and the session is replaced after a second one', async () => {
  const held = open();
  for (const name of ['one', 'two']) {
    held.engine.answer(name);
    for (let failures = 0; failures < 3; failures += 1) await held.failAnswer();
  }
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'one', text: '' }]);
  expect(held.live.calls).toHaveLength(2);
  expect(held.requests(1)).toEqual(['respond null']);
  await held.engine.close();
});
