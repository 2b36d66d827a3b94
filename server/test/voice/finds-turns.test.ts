import { expect, test } from 'vitest';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { loudnessOf } from '../kit/voice/scripted-engine.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const LONG = 'one two three four five six seven eight nine ten';

async function realtimeCall(initialMessage = 'Hello.'): Promise<VoiceCall> {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode: 'multimodal', initialMessage }),
    engine: { findsTurns: true },
  });
  await call.advance(1000);
  return call;
}

function answers(call: VoiceCall, replyId: string, text: string): void {
  const engine = call.engines[0];
  engine?.emit({ type: 'reply-started', replyId });
  const samples = new Int16Array(text.split(' ').length * 1600).fill(loudnessOf(text));
  engine?.emit({ type: 'reply-audio', replyId, samples });
  engine?.emit({ type: 'reply-ended', replyId, text, functionCalls: [] });
}

test('an engine that finds turns answers by itself and is not asked', async () => {
  const call = await realtimeCall();
  await call.speak('', 600);
  await call.advance(300);
  answers(call, 'item-1', 'At nine.');
  await call.advance(1500);
  expect(call.engines[0]?.asked).not.toContain('answer');
  expect(call.heard('At nine.')).toMatchObject({ frames: 20 });
  expect(call.told('turn-answered')).toMatchObject([{ replyId: 'item-1' }]);
  expect(call.told('turn-answered')[0]?.latency.totalMs).toBeGreaterThanOrEqual(250);
  expect(call.told('turn-answered')[0]?.latency.totalMs).toBeLessThanOrEqual(400);
});

test('what the engine hears as speech stops the assistant at once', async () => {
  const call = await realtimeCall(LONG);
  call.engines[0]?.emit({ type: 'customer-speech-started' });
  await call.advance(500);
  expect(call.told('interrupted')).toHaveLength(1);
  expect(call.heard(LONG)?.toMs).toBeLessThanOrEqual(1020);
  expect(call.engines[0]?.asked.at(-1)).toMatch(/^interrupt reply-1 one two/);
});

test('our own detector stops it as well', async () => {
  const call = await realtimeCall(LONG);
  await call.speak('', 800);
  await call.advance(500);
  expect(call.told('interrupted')).toHaveLength(1);
});

test('a noise that the engine does not answer does not keep the timers from counting', async () => {
  const call = await realtimeCall();
  await call.speak('', 300);
  await call.advance(41_000);
  expect(call.told('reengaged')).toHaveLength(1);
});

test('an answer to a machine that is still speaking is refused', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode: 'multimodal', voiceMailMessage: 'Call us.', initialMessage: 'Hi.' }),
    engine: { findsTurns: true },
    direction: 'outbound',
  });
  call.leg.speaking = true;
  await call.advance(2000);
  answers(call, 'item-1', 'How are you?');
  await call.advance(500);
  expect(call.heard('How are you?')).toBeNull();
  expect(call.engines[0]?.asked).toContain('interrupt item-1');
});

test('wait_for_customer: the greeting answers the first hello, not what the engine says to it', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode: 'multimodal', waitForCustomer: true, initialMessage: 'Hello.' }),
    engine: { findsTurns: true },
  });
  await call.advance(500);
  await call.speak('', 500);
  await call.advance(300);
  answers(call, 'item-1', 'How are you?');
  await call.advance(1000);
  expect(call.heard('How are you?')).toBeNull();
  expect(call.heard('Hello.')).not.toBeNull();
});
