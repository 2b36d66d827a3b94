import { expect, test } from 'vitest';
import { ProviderError } from '../../src/providers/interfaces/provider-error.ts';
import type { EngineEvent } from '../../src/voice/engines/engine.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type EngineScript, loudnessOf } from '../kit/voice/scripted-engine.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const SORRY = 'Sorry, a technical problem interrupted my answer. Please ask again.';
const FAILURE = 'I am sorry, something is wrong on our side. Please call again later. Goodbye.';
const GONE = new ProviderError('timeout', 'The model said nothing for too long.');

async function asked(engine: EngineScript): Promise<VoiceCall> {
  const call = voiceCall({ assistant: scriptedAssistant({ initialMessage: 'Hello.' }), engine });
  await call.advance(1000);
  await call.speak('When do you open?', 800);
  return call;
}

test('apologizes once for a failed answer and continues', async () => {
  const call = await asked({ answers: [{ text: '', fails: 'reply' }, 'At nine.'] });
  await call.advance(4000);
  expect(call.heard(SORRY)).not.toBeNull();
  expect(call.told('provider-failed')).toMatchObject([{ reason: 'The model is out.' }]);
  await call.speak('When do you open?', 800);
  await call.advance(2000);
  expect(call.heard('At nine.')).not.toBeNull();
  expect(call.outcome).toBeNull();
});

test('ends the call as failed with a goodbye after repeated failures', async () => {
  const call = await asked({ answers: [{ text: '', fails: 'reply' }] });
  await call.advance(4000);
  await call.speak('When do you open?', 800);
  await call.advance(6000);
  expect(call.heard(FAILURE)).not.toBeNull();
  expect(call.outcome).toMatchObject({
    status: 'failed',
    reason: 'the assistant could not answer',
    failedBy: 'assistant',
  });
});

test('a successful answer resets the failures', async () => {
  const bad = { text: '', fails: 'reply' as const };
  const call = await asked({ answers: [bad, 'At nine.', bad, 'At ten.'] });
  for (let turn = 0; turn < 3; turn += 1) {
    await call.advance(5000);
    await call.speak('When do you open?', 800);
  }
  await call.advance(2000);
  expect(call.heard('At ten.')).not.toBeNull();
  expect(call.outcome).toBeNull();
});

test('a voice that always fails ends the call', async () => {
  const call = await asked({
    answers: [{ text: '', fails: 'reply' }],
    failsToSay: (text) => text !== 'Hello.',
  });
  await call.advance(5000);
  expect(call.outcome).toMatchObject({ status: 'failed' });
  // Text that was not heard is not in the transcript.
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.']);
});

test.each([
  ['pipeline', 21_000],
  ['dualplex', 21_000],
  // In this mode a model speaks fixed text, and another one may take over.
  ['multimodal', 31_000],
] as const)('a voice without output ends the call in mode %s within %i ms', async (mode, endsMs) => {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode, initialMessage: 'Hello.' }),
    engine: { neverSays: () => true },
  });
  await call.advance(endsMs - 1500);
  expect(call.outcome).toBeNull();
  await call.advance(1500);
  expect(call.outcome).toMatchObject({ status: 'failed', failedBy: 'assistant' });
});

test('abandons an answer after ten seconds', async () => {
  const call = await asked({ answers: [{ text: null }, 'At nine.'] });
  await call.advance(9000);
  expect(call.heard(SORRY)).toBeNull();
  await call.advance(5000);
  expect(call.heard(SORRY)).not.toBeNull();
  expect(call.engines[0]?.asked).toContain('interrupt reply-2');
  await call.speak('When do you open?', 800);
  await call.advance(2000);
  expect(call.heard('At nine.')).not.toBeNull();
});

test.each<[string, EngineEvent]>([
  ['another model', { type: 'model-replaced', model: 'a/live', by: 'b/live' }],
  ['a new session', { type: 'failed', replyId: null, error: GONE, fatal: false }],
])('%s that takes over gets its own ten seconds for the greeting', async (_, event) => {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode: 'multimodal', initialMessage: 'Hello.' }),
    engine: { hasTurnDetection: true, neverSays: (text) => text === 'Hello.' },
  });
  await call.advance(8000);
  call.engines[0]?.emit(event);
  await call.advance(9000);
  expect(call.heard(SORRY)).toBeNull();
  const samples = new Int16Array(1600).fill(loudnessOf('Hello.'));
  call.engines[0]?.emit({ type: 'reply-audio', replyId: 'reply-1', samples });
  const ended = { type: 'reply-ended', text: 'Hello.', functionCalls: [] } as const;
  call.engines[0]?.emit({ ...ended, replyId: 'reply-1' });
  await call.advance(2000);
  expect(call.heard('Hello.')).not.toBeNull();
  expect(call.heard(SORRY)).toBeNull();
  expect(call.told('assistant-said')).toMatchObject([{ text: 'Hello.', interrupted: false }]);
});

test('gives a replacement model its own ten seconds, and blames the assistant if the caller hangs up meanwhile', async () => {
  const replaced = { type: 'model-replaced', model: 'a/live', by: 'b/live' } as const;
  const call = await asked({ answers: [{ text: null }] });
  await call.advance(8000);
  call.engines[0]?.emit(replaced);
  await call.advance(9000);
  expect(call.heard(SORRY)).toBeNull();
  await call.advance(2500);
  expect(call.heard(SORRY)).not.toBeNull();
  const left = await asked({ answers: [{ text: null }] });
  await left.advance(8000);
  left.engines[0]?.emit(replaced);
  left.leg.end({ kind: 'remote-hang-up' });
  await left.advance(20);
  expect(left.outcome?.failedBy).toBe('assistant');
});

test('abandons an answer ten seconds after it stops midway, and reports what was heard', async () => {
  const call = await asked({ answers: [{ text: null }, 'At nine.'] });
  await call.advance(700);
  const samples = new Int16Array(8000).fill(3000);
  const words = [{ text: 'We', startMs: 0, endMs: 1000 }];
  call.engines[0]?.emit({ type: 'reply-words', replyId: 'reply-2', words });
  call.engines[0]?.emit({ type: 'reply-audio', replyId: 'reply-2', samples });
  await call.advance(9000);
  expect(call.heard(SORRY)).toBeNull();
  await call.advance(5000);
  expect(call.engines[0]?.asked).toContain('interrupt reply-2 We');
  expect(call.heard(SORRY)).not.toBeNull();
});

test('abandons an answer ten seconds after it stops within a frame', async () => {
  const call = await asked({ answers: [{ text: null }] });
  await call.advance(1000);
  call.engines[0]?.emit({ type: 'reply-audio', replyId: 'reply-2', samples: new Int16Array(1640) });
  await call.advance(11_000);
  expect(call.heard(SORRY)).not.toBeNull();
});

test('a failed engine ends the call with a goodbye if it can still speak', async () => {
  const call = await asked({ answers: [{ text: '', fails: 'call' }] });
  await call.advance(6000);
  expect(call.heard(FAILURE)).not.toBeNull();
  expect(call.heard(SORRY)).toBeNull();
  expect(call.outcome).toMatchObject({ status: 'failed', reason: 'The model is out.' });
  expect(call.engines[0]?.isClosed).toBe(true);
  expect(call.leg.isUp).toBe(false);
});

test('a failed engine without voice ends the call immediately', async () => {
  const call = await asked({
    answers: [{ text: '', fails: 'call' }],
    failsToSay: (text) => text === FAILURE,
  });
  await call.advance(1500);
  expect(call.outcome).toMatchObject({ status: 'failed', reason: 'The model is out.' });
});

test('a lost leg ends the call as failed', async () => {
  const call = await asked({});
  call.leg.end({ kind: 'lost', reason: 'no media' });
  await call.advance(20);
  expect(call.outcome).toMatchObject({ status: 'failed', reason: 'no media', failedBy: 'line' });
  expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
});

test.each<[string, EngineScript, number, 'assistant' | undefined]>([
  ['during an apology', { answers: [{ text: '', fails: 'reply' }] }, 4000, 'assistant'],
  ['during an answer that never comes', { answers: [{ text: null }] }, 7000, 'assistant'],
  ['before an answer', { answers: [{ text: null }] }, 2000, undefined],
  ['during an answer', { answers: ['At nine.'] }, 3000, undefined],
])('reports the cause when the customer hangs up %s', async (_name, engine, afterMs, failedBy) => {
  const call = await asked(engine);
  await call.advance(afterMs);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
  expect(call.outcome?.failedBy).toBe(failedBy);
});

test('hanging up after a late answer does not count as a failure', async () => {
  const call = await asked({ answers: [{ text: '', fails: 'reply' }, 'At nine.'] });
  await call.advance(4000);
  await call.speak('When do you open?', 800);
  await call.advance(3000);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(call.outcome?.failedBy).toBeUndefined();
});

test('a lost line counts as the cause despite earlier assistant failures', async () => {
  const call = await asked({ answers: [{ text: '', fails: 'reply' }] });
  await call.advance(4000);
  call.leg.end({ kind: 'lost', reason: 'no media' });
  await call.advance(20);
  expect(call.outcome?.failedBy).toBe('line');
});

test.each([
  ['while the assistant speaks', 300],
  ['in silence', 3000],
])('the platform ends a call %s', async (_, afterMs) => {
  const call = voiceCall();
  await call.advance(afterMs);
  call.abort('The server was stopped.');
  await call.advance(20);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'The server was stopped.' });
  expect(call.leg.isUp).toBe(false);
  expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
});

test('ends a call aborted before its start', async () => {
  const call = voiceCall();
  call.abort();
  await call.advance(20);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'ended by the platform' });
});

test('a hanging engine does not delay the end of the call', async () => {
  const call = await asked({});
  const engine = call.engines[0];
  if (engine !== undefined) engine.close = () => new Promise(() => undefined);
  call.leg.end({ kind: 'remote-hang-up' });
  const endedMs = call.nowMs();
  expect(call.ends).toBe(1);
  await call.advance(3100);
  expect(call.outcome?.durationMs).toBe(endedMs);
  expect(call.ends).toBe(1);
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
});

test('waits for the results of tools with effects after the customer hung up', async () => {
  const call = voiceCall();
  await call.advance(1000);
  const [engine] = call.engines;
  const closing = Promise.withResolvers<void>();
  if (engine === undefined) throw new Error('No engine was opened.');
  engine.hasRunningEffects = true;
  engine.close = () => closing.promise;
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20_000);
  expect([call.ends, call.outcome, engine.opening.signal.aborted]).toEqual([1, null, false]);
  closing.resolve();
  await call.advance(20);
  expect(call.outcome).toMatchObject({ status: 'ended_by_customer', durationMs: 1000 });
});

test('gives a tool up that never ends, half a minute after the customer hung up', async () => {
  const call = voiceCall();
  await call.advance(1000);
  const [engine] = call.engines;
  if (engine === undefined) throw new Error('No engine was opened.');
  engine.hasRunningEffects = true;
  engine.close = () => new Promise(() => {});
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(36_000);
  expect([call.outcome?.status, engine.opening.signal.aborted]).toEqual(['ended_by_customer', true]);
});

test('an internal error ends only this call', async () => {
  const call = await asked({});
  const engine = call.engines[0];
  if (engine !== undefined) {
    engine.pushAudio = () => {
      throw new Error('defect');
    };
  }
  await call.advance(60);
  expect(call.outcome).toMatchObject({ status: 'failed', reason: 'internal error' });
  expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
});

test('an engine that cannot be opened fails the call and hangs up', async () => {
  const call = voiceCall({
    engine: () => {
      throw new Error('defect');
    },
  });
  await call.advance(20);
  expect(call.outcome).toMatchObject({ status: 'failed', reason: 'internal error' });
  expect(call.leg.isUp).toBe(false);
});

test('a notice whose voices failed in the middle is repeated before the greeting', async () => {
  const noticeMessage = 'This call is being recorded now.';
  const call = voiceCall({ assistant: scriptedAssistant({ initialMessage: 'Hello.', noticeMessage }) });
  await call.advance(300);
  call.engines[0]?.emit({ type: 'failed', replyId: 'reply-1', error: GONE, fatal: false });
  await call.advance(6000);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([
    noticeMessage,
    noticeMessage,
    'Hello.',
  ]);
});

test('a notice that cannot be spoken ends the call instead of being left out', async () => {
  const noticeMessage = 'This call is being recorded now.';
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', noticeMessage }),
    engine: { failsToSay: (text) => text === noticeMessage },
  });
  await call.advance(8000);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([FAILURE]);
  expect(call.outcome).toMatchObject({ status: 'failed' });
});
