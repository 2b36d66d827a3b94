import { expect, test } from 'vitest';
import { type MultimodalCall, openMultimodal } from '../../../../test/kit/multimodal-call.ts';
import { watchUnhandled } from '../../../../test/kit/pipeline-call.ts';
import { spokenItem } from '../../../../test/kit/scripted-realtime.ts';
import { scriptedTts } from '../../../../test/kit/scripted-voice.ts';
import { testTool } from '../../../../test/kit/turn-input.ts';
import { ProviderError } from '../../../providers/interfaces/provider-error.ts';
import type { RealtimeEvent } from '../../../providers/interfaces/realtime-model.ts';
import { RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS, UNNOTICED_SPEECH_MS } from './response-watchdog.ts';

watchUnhandled();

async function pass({ clock, settle }: MultimodalCall, ms: number): Promise<void> {
  clock.advance(ms);
  await settle();
}

/** Waits until a lost session has been replaced. */
async function untilReplaced(held: MultimodalCall): Promise<void> {
  await pass(held, RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS);
  await pass(held, 1_000);
}

async function speak(held: MultimodalCall, ms: number): Promise<void> {
  held.engine.speechStarted();
  for (let at = 0; at < ms; at += 20) held.engine.pushAudio(new Int16Array(160));
  await pass(held, ms);
  held.engine.speechStopped();
}

test('replaces a session that does not respond, and repeats the request', async () => {
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

test('keeps the session after an untranscribed noise', async () => {
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

test('replaces a session that stops during an answer, and keeps the spoken part', async () => {
  const held = openMultimodal();
  held.live.tell(...spokenItem('i1', 'We are open', 600));
  await untilReplaced(held);
  expect(held.live.opened).toHaveLength(2);
  expect(held.of('reply-ended')).toMatchObject([{ text: 'We are open' }]);
  await held.engine.close();
});

test('ends the call when three sessions in a row do not respond', async () => {
  const held = openMultimodal();
  held.engine.answer('r1');
  for (let session = 0; session < 3; session += 1) await untilReplaced(held);
  expect(held.of('failed').map(({ fatal }) => fatal)).toEqual([false, false, true]);
  await held.engine.close();
});

test('answers noticed speech in the next session if the current one fails', async () => {
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
  type: 'failed',
  fatal: true,
  error: new ProviderError('unavailable', 'Gone.'),
};
const understood = (text: string): RealtimeEvent => ({ type: 'customer-text', text, language: null });

/** Requests to a session, without audio. */
const askedOf = ({ live }: MultimodalCall, session: number): string[] =>
  (live.calls[session] ?? []).filter((call) => !call.startsWith('hear'));

const heardBy = ({ live }: MultimodalCall, session: number): number =>
  (live.calls[session] ?? []).filter((call) => call.startsWith('hear')).length;

test('requests an answer to a transcribed question from the next session despite later noise', async () => {
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

test('replays ongoing speech to its end before requesting an answer', async () => {
  const held = openMultimodal();
  await speak(held, 600);
  held.live.tell(understood('Are you open'));
  held.engine.speechStarted();
  held.engine.pushAudio(new Int16Array(160));
  held.live.tell(BROKEN);
  await pass(held, 600);
  expect(askedOf(held, 1)).toEqual(['read Are you open']);
  expect(heardBy(held, 1)).toBe(1);
  await held.engine.close();
});

test.each([
  ['a transcript without words', [understood(' ')], 80],
  ['the transcript of an earlier sentence', [understood('Hello.')], 50],
  ['an answer to an earlier sentence', spokenItem('i1', 'Yes?', 300), 50],
])('replays customer speech to the next session despite %s', async (_, told, frames) => {
  const held = openMultimodal();
  await speak(held, 600);
  held.engine.speechStarted();
  for (let frame = 0; frame < 50; frame += 1) held.engine.pushAudio(new Int16Array(160));
  held.live.tell(...told);
  held.engine.speechStopped();
  held.live.tell(BROKEN);
  await pass(held, 600);
  expect(heardBy(held, 1)).toBe(frames);
  await held.engine.close();
});

test('passes interim transcripts to the next session', async () => {
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

test('replaces a session that does not notice the customer, but only once', async () => {
  const held = openMultimodal();
  await speak(held, UNNOTICED_SPEECH_MS);
  await pass(held, 500);
  await untilReplaced(held);
  expect(held.of('customer-waits')).toHaveLength(1);
  expect(held.of('customer-wordless')).toEqual([]);
  await pass(held, 500);
  await untilReplaced(held);
  expect(held.of('customer-wordless')).toEqual([{ type: 'customer-wordless', isOverdue: true }]);
  await speak(held, UNNOTICED_SPEECH_MS);
  await pass(held, 500);
  await untilReplaced(held);
  expect(held.live.opened).toHaveLength(2);
  expect(held.of('failed')).toEqual([]);
  expect(held.of('customer-waits')).toHaveLength(1);
  await held.engine.close();
});

test('announces the reply to a question before another session is asked', async () => {
  const held = openMultimodal();
  held.live.tell({ type: 'customer-speech-started' });
  await speak(held, 600);
  held.live.tell({ type: 'customer-text', text: 'Are you open?', language: null });
  await pass(held, 500);
  await pass(held, RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS);
  expect(held.of('reply-started')).toHaveLength(1);
  expect(held.of('customer-waits')).toEqual([]);
  await pass(held, 1_000);
  expect(held.live.calls[1]).toEqual(['read Are you open?', 'respond null']);
  await held.engine.close();
});

test('opens another session for a customer who was noticed, but not answered', async () => {
  const held = openMultimodal();
  held.live.tell({ type: 'customer-speech-started' });
  await speak(held, 600);
  held.live.tell({ type: 'customer-speech-stopped' });
  await pass(held, 500);
  await untilReplaced(held);
  expect(held.of('customer-waits')).toHaveLength(1);
  expect(held.live.opened).toHaveLength(2);
  await held.engine.close();
});

test('does not report speech as unnoticed that the next session answers', async () => {
  const held = openMultimodal();
  await speak(held, UNNOTICED_SPEECH_MS);
  await pass(held, 500);
  await untilReplaced(held);
  held.live.tell({ type: 'customer-speech-started' }, ...spokenItem('i1', 'Yes.', 300));
  held.live.tell({ type: 'reply-ended', itemId: 'i1' });
  await untilReplaced(held);
  await untilReplaced(held);
  expect(held.of('customer-wordless')).toEqual([]);
  expect(held.of('failed')).toEqual([]);
  await held.engine.close();
});

test('waits indefinitely for tools, but times out a model that does not continue after them', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const held = openMultimodal({}, [testTool('book', () => promise)]);
  held.engine.answer('r1');
  held.live.tell({ type: 'tool-call', callId: 'c1', name: 'book', arguments: { id: '7' } });
  await pass(held, 2 * RESPONSE_TIMEOUT_WITHOUT_FALLBACK_MS);
  expect(held.live.opened).toHaveLength(1);
  resolve({ booked: true });
  await held.settle();
  await untilReplaced(held);
  expect(held.live.opened).toHaveLength(2);
  await held.engine.close();
});

test('does not wait for a canceled answer', async () => {
  const held = openMultimodal();
  held.engine.answer('r1');
  held.engine.interrupt('r1', { text: '', audioMs: 0 });
  await pass(held, 60_000);
  expect(held.live.opened).toHaveLength(1);
  await held.engine.close();
});

test.each([true, false])(
  'says goodbye with the fallback voice when the model is lost, if there is one (%s)',
  async (hasVoice) => {
    const voice = scriptedTts();
    const fallbackVoice = hasVoice ? { synthesizer: 'scripted', voice: 'scripted/eve' } : null;
    const held = openMultimodal({ fallbackVoice }, [], { voice });
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
