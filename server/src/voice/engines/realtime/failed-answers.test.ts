import { expect, test } from 'vitest';
import { openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { scriptedRealtime, spokenItem } from '../../../../test/kit/scripted-realtime.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';

watchUnhandled();

const LIMITED = new ProviderError('rate-limited', 'OpenAI could not answer: rate_limit_exceeded.');

/** A model whose session is well, and one that could take over. */
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

test('a model whose answers fail is asked again in another session, and then replaced: the other one says what was wanted', async () => {
  const held = open();
  held.engine.say('hello', 'Hello.');
  await held.failAnswer();
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'hello', text: '' }]);
  expect(held.live.calls).toHaveLength(1);
  held.engine.say('sorry', 'Sorry?');
  await held.failAnswer();
  expect(held.live.calls).toHaveLength(2);
  await held.failAnswer();
  const wish = 'respond Say exactly these words and nothing else: "Sorry?"';
  const asked = held.live.calls.map((calls) => calls.findLast((line) => line.startsWith('respond')));
  expect(asked).toEqual([wish, wish]);
  expect(held.other.calls).toEqual([[wish]]);
  expect(held.of('model-replaced')).toHaveLength(1);
  held.other.tell(...spoken('i1', 'Sorry?'));
  await held.settle();
  expect(held.of('reply-ended').at(-1)).toMatchObject({ replyId: 'sorry', text: 'Sorry?' });
  await held.engine.close();
});

test('a model is not replaced where an answer between two that fail came to its end', async () => {
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
