import { expect, test } from 'vitest';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const LONG = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen.';
const ALL_FRAMES = 15 * 10;
/** 14 dB below the customer's own voice. */
const SOFT = 1500;

/** A call with a transcribed question whose answer is playing. */
async function answering(hasTurnDetection = false): Promise<VoiceCall> {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }),
    engine: { answers: [LONG, 'Sure.'], hasTurnDetection },
  });
  await call.advance(1000);
  await call.speak('When do you open?', 1000);
  await call.advance(1800);
  expect(call.heard(LONG)).not.toBeNull();
  return call;
}

async function softly(call: VoiceCall, ms: number): Promise<void> {
  call.leg.play(() => new Int16Array(160).fill(SOFT), ms / 20);
  await call.advance(ms);
}

test('much softer speech does not pause the assistant', async () => {
  const call = await answering();
  const pauses = call.leg.sent.length;
  await softly(call, 600);
  expect(call.leg.sent.slice(pauses).filter((loudness) => loudness === 0)).toEqual([]);
  await call.advance(4000);
  expect(call.told('interrupted')).toEqual([]);
  expect(call.told('resumed')).toEqual([]);
  expect(call.heard(LONG)?.frames).toBe(ALL_FRAMES);
});

test('continuing soft speech interrupts', async () => {
  const call = await answering();
  await softly(call, 2000);
  expect(call.told('interrupted')).toHaveLength(1);
});

test('transcribed soft speech interrupts immediately', async () => {
  const call = await answering();
  await softly(call, 400);
  call.engines[0]?.emit({ type: 'customer-interim', text: 'Wait a moment' });
  await call.advance(20);
  expect(call.told('interrupted')).toHaveLength(1);
  call.engines[0]?.emit({ type: 'customer-text', text: 'Wait a moment please', language: 'en' });
  await call.advance(3000);
  expect(call.told('customer-said').at(-1)).toMatchObject({ text: 'Wait a moment please' });
  expect(call.heard('Sure.')).not.toBeNull();
});

test.each(['uh-huh', 'ok, sure'])('soft "%s" does not interrupt', async (text) => {
  const call = await answering();
  await softly(call, 400);
  call.engines[0]?.emit({ type: 'customer-interim', text });
  await call.advance(4000);
  expect(call.told('interrupted')).toEqual([]);
});

test('transcripts without sound or long after it do not interrupt', async () => {
  const call = await answering();
  call.engines[0]?.emit({ type: 'customer-interim', text: 'Wait a moment' });
  await call.advance(20);
  await softly(call, 400);
  await call.advance(1400);
  call.engines[0]?.emit({ type: 'customer-interim', text: 'Wait a moment' });
  await call.advance(1000);
  expect(call.told('interrupted')).toEqual([]);
});

test('a late final transcript of the question does not interrupt despite background speech', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }),
    engine: { answers: [LONG] },
  });
  await call.advance(1000);
  await call.speak('When do you', 1000);
  await call.advance(600);
  await softly(call, 300);
  call.engines[0]?.emit({ type: 'customer-text', text: 'open?', language: 'en' });
  await call.advance(5000);
  expect(call.told('interrupted')).toEqual([]);
  expect(call.heard(LONG)?.frames).toBe(ALL_FRAMES);
});

test('treats quiet speech as the caller’s until a transcript arrives', async () => {
  const call = voiceCall({ assistant: scriptedAssistant({ initialMessage: LONG }) });
  await call.advance(1000);
  await softly(call, 1300);
  expect(call.told('interrupted')).toHaveLength(1);
});
