import { expect, test } from 'vitest';
import { openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { scriptedRealtime, spokenItem } from '../../../../test/kit/scripted-realtime.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';

watchUnhandled();

const LIMITED = new ProviderError('rate-limited', 'OpenAI could not answer: rate_limit_exceeded.');

/** A model with a healthy session, and a fallback. */
function open() {
  const other = scriptedRealtime('others/live');
  const held = openMultimodal({}, [], { fallbacks: [other] });
  const failAnswer = async (): Promise<void> => {
    held.live.tell({ type: 'failed', error: LIMITED, fatal: false });
    held.clock.advance(600);
    await held.settle();
  };
  return { ...held, other, failAnswer };
}

const spoken = (itemId: string, text: string): RealtimeEvent[] => [
  ...spokenItem(itemId, text, 600),
  { type: 'reply-ended', itemId },
];

test('asks again after a failed answer and fails over after the second, repeating the request', async () => {
  const held = open();
  held.engine.say('hello', 'Hello.');
  await held.failAnswer();
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'hello', text: '' }]);
  expect(held.live.calls).toHaveLength(1);
  held.engine.say('sorry', 'Sorry?');
  await held.failAnswer();
  expect(held.live.calls).toHaveLength(2);
  await held.failAnswer();
  const request = 'respond Say exactly these words and nothing else: "Sorry?"';
  const asked = held.live.calls.map((calls) => calls.findLast((call) => call.startsWith('respond')));
  expect(asked).toEqual([request, request]);
  expect(held.other.calls).toEqual([[request]]);
  expect(held.of('model-replaced')).toHaveLength(1);
  held.other.tell(...spoken('i1', 'Sorry?'));
  await held.settle();
  expect(held.of('reply-ended').at(-1)).toMatchObject({ replyId: 'sorry', text: 'Sorry?' });
  await held.engine.close();
});

test('does not fail over when an answer succeeded in between', async () => {
  const held = open();
  for (const name of ['one', 'two', 'three']) {
    held.engine.answer(name);
    await held.failAnswer();
    held.engine.answer(`${name} again`);
    held.live.tell(...spoken(`i ${name}`, 'Yes.'));
    await held.settle();
  }
  expect(held.live.calls).toHaveLength(1);
  expect(held.other.calls).toEqual([]);
  await held.engine.close();
});
