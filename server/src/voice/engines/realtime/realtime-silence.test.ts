import { expect, test } from 'vitest';
import { type MultimodalCall, openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { spokenItem } from '../../../../test/kit/scripted-realtime.ts';
import { scriptedSynthesizer } from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';
import { DEAF_AFTER_MS, MUTE_ALONE_AFTER_MS } from './answer-watch.ts';

watchUnhandled();

async function pass({ clock, settle }: MultimodalCall, ms: number): Promise<void> {
  clock.advance(ms);
  await settle();
}

/** Until a session that is given up has been replaced. */
async function untilReplaced(held: MultimodalCall): Promise<void> {
  await pass(held, MUTE_ALONE_AFTER_MS);
  await pass(held, 1_000);
}

async function speak(held: MultimodalCall, ms: number): Promise<void> {
  held.engine.speechStarted();
  for (let at = 0; at < ms; at += 20) held.engine.hear(new Int16Array(160));
  await pass(held, ms);
  held.engine.speechStopped();
}

test('a session that says nothing when it is asked is replaced, and the other one is asked again', async () => {
  const held = openMultimodal();
  held.engine.answer('r1');
  await untilReplaced(held);
  expect(held.live.opened).toHaveLength(2);
  expect(held.live.calls[1]).toEqual(['respond null']);
  expect(held.of('failed')).toMatchObject([{ fatal: false, error: { code: 'timeout' } }]);
  held.live.tell(...spokenItem('i1', 'Yes.', 300), { type: 'reply-ended', itemId: 'i1' });
  await held.settle();
  expect(held.of('reply-ended')).toMatchObject([{ replyId: 'r1', text: 'Yes.' }]);
  await held.engine.close();
});

test('one that tells of a noise that it understood no word of is kept', async () => {
  const held = openMultimodal();
  for (let cough = 0; cough < 3; cough += 1) {
    held.live.tell({ type: 'customer-speech-started' });
    await speak(held, 400);
    held.live.tell({ type: 'customer-speech-stopped' }, { type: 'customer-wordless' });
    await untilReplaced(held);
  }
  expect(held.live.opened).toHaveLength(1);
  expect(held.of('failed')).toEqual([]);
  await held.engine.close();
});

test('one that falls silent in the middle of an answer is replaced, and what came of it stands', async () => {
  const held = openMultimodal();
  held.live.tell(...spokenItem('i1', 'We are open', 600));
  await untilReplaced(held);
  expect(held.live.opened).toHaveLength(2);
  expect(held.of('reply-ended')).toMatchObject([{ text: 'We are open' }]);
  await held.engine.close();
});

test('one that goes on and on saying nothing ends the call', async () => {
  const held = openMultimodal();
  held.engine.answer('r1');
  for (let session = 0; session < 3; session += 1) await untilReplaced(held);
  expect(held.of('failed').map(({ fatal }) => fatal)).toEqual([false, false, true]);
  await held.engine.close();
});

test('a customer whom the model has heard is answered, if not by this session then by the next', async () => {
  const held = openMultimodal();
  held.live.tell({ type: 'customer-speech-started' });
  await speak(held, 600);
  held.live.tell({ type: 'customer-text', text: 'Are you open?', language: null });
  await pass(held, 500);
  await untilReplaced(held);
  expect(held.live.calls[1]).toEqual(['read Are you open?', 'respond null']);
  await held.engine.close();
});

const BROKEN: RealtimeEvent = {
  ...{ type: 'failed', fatal: true },
  error: new ProviderError('unavailable', 'Gone.'),
};
const understood = (text: string): RealtimeEvent => ({ type: 'customer-text', text, language: null });

/** What a session is asked and told, without the sound. */
const askedOf = ({ live }: MultimodalCall, session: number): string[] =>
  (live.calls[session] ?? []).filter((line) => !line.startsWith('hear'));

const heardBy = ({ live }: MultimodalCall, session: number): number =>
  (live.calls[session] ?? []).filter((line) => line.startsWith('hear')).length;

test('a question that was understood is asked of the next session, whatever noise came after it', async () => {
  const held = openMultimodal();
  await speak(held, 600);
  held.live.tell(understood('Are you open?'));
  await speak(held, 200);
  held.live.tell(BROKEN);
  await pass(held, 600);
  expect(askedOf(held, 1)).toEqual(['read Are you open?', 'respond null']);
  expect(heardBy(held, 1)).toBe(10);
  await held.engine.close();
});

test('a question that goes on is heard again to its end before anybody asks for an answer', async () => {
  const held = openMultimodal();
  await speak(held, 600);
  held.live.tell(understood('Are you open'));
  held.engine.speechStarted();
  held.engine.hear(new Int16Array(160));
  held.live.tell(BROKEN);
  await pass(held, 600);
  expect(askedOf(held, 1)).toEqual(['read Are you open']);
  expect(heardBy(held, 1)).toBe(1);
  await held.engine.close();
});

test.each([
  ['a transcript without words', [understood(' ')], 80],
  ['the transcript of a sentence before', [understood('Hello.')], 50],
  ['an answer to a sentence before', spokenItem('i1', 'Yes?', 300), 50],
])('what the customer says is heard by the next session in spite of %s', async (_, told, frames) => {
  const held = openMultimodal();
  await speak(held, 600);
  held.engine.speechStarted();
  for (let frame = 0; frame < 50; frame += 1) held.engine.hear(new Int16Array(160));
  held.live.tell(...told);
  held.engine.speechStopped();
  held.live.tell(BROKEN);
  await pass(held, 600);
  expect(heardBy(held, 1)).toBe(frames);
  await held.engine.close();
});

test('words that it had only begun to understand go to the next session, too', async () => {
  const held = openMultimodal();
  held.live.tell({ type: 'customer-speech-started' });
  await speak(held, 600);
  held.live.tell({ type: 'customer-interim', text: 'Are you open?' });
  await pass(held, 500);
  await untilReplaced(held);
  expect(held.of('customer-text')).toMatchObject([{ text: 'Are you open?' }]);
  expect(held.live.calls[1]).toEqual(['read Are you open?', 'respond null']);
  await held.engine.close();
});

test('one that does not notice a customer is replaced once, without a word', async () => {
  const held = openMultimodal();
  await speak(held, DEAF_AFTER_MS);
  await pass(held, 500);
  await untilReplaced(held);
  await speak(held, DEAF_AFTER_MS);
  await pass(held, 500);
  await untilReplaced(held);
  expect(held.live.opened).toHaveLength(2);
  expect(held.of('failed')).toEqual([]);
  await held.engine.close();
});

test('a model that waits for a tool is not mute, however long that takes; one that does not go on after it is', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const held = openMultimodal({}, [testTool('book', () => promise)]);
  held.engine.answer('r1');
  held.live.tell({ type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } });
  await pass(held, 2 * MUTE_ALONE_AFTER_MS);
  expect(held.live.opened).toHaveLength(1);
  resolve({ booked: true });
  await held.settle();
  await untilReplaced(held);
  expect(held.live.opened).toHaveLength(2);
  await held.engine.close();
});

test('an answer that nobody wants any more is not waited for', async () => {
  const held = openMultimodal();
  held.engine.answer('r1');
  held.engine.interrupt('r1', { text: '', audioMs: 0 });
  await pass(held, 60_000);
  expect(held.live.opened).toHaveLength(1);
  await held.engine.close();
});

test.each([true, false])(
  'when the model is lost for good, another voice takes leave where there is one (%s)',
  async (hasVoice) => {
    const voice = scriptedSynthesizer();
    const standInVoice = hasVoice ? { synthesizer: 'scripted', voice: 'scripted/eve' } : null;
    const held = openMultimodal({ standInVoice }, [], { voice });
    held.live.tell({ type: 'failed', error: new ProviderError('rejected', 'Wrong key.'), fatal: true });
    held.engine.say('bye', 'Please call again later.');
    await held.settle();
    const text = hasVoice ? 'Please call again later.' : '';
    expect(held.of('reply-ended')).toEqual([
      { type: 'reply-ended', replyId: 'bye', text, functionCalls: [] },
    ]);
    expect(held.of('reply-audio').length > 0).toBe(hasVoice);
    expect(voice.options.map((options) => options.voice)).toEqual(hasVoice ? ['eve'] : []);
    await held.engine.close();
    expect(held.clock.sleeping()).toBe(0);
  },
);
