import { expect, test } from 'vitest';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { loudnessOf } from '../kit/voice/scripted-engine.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const NOT_UNDERSTOOD = 'Sorry, I did not get that. Could you say it again?';
const LONG = 'one two three four five six seven eight nine ten';

async function realtimeCall(initialMessage = 'Hello.'): Promise<VoiceCall> {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode: 'multimodal', initialMessage, protectFirstMessage: 'off' }),
    engine: { hasTurnDetection: true },
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

test('an engine with turn detection answers by itself and is not asked', async () => {
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

test.each([
  ['clear speech', 1000, 1],
  ['a noise', 400, 0],
])('an engine that finds no words in %s', async (_, ms, requests) => {
  const call = await realtimeCall();
  await call.speak('', ms);
  await call.advance(400);
  call.engines[0]?.emit({ type: 'customer-wordless' });
  await call.advance(4000);
  const asked = call.engines[0]?.asked ?? [];
  expect(asked.filter((line) => line === `say ${NOT_UNDERSTOOD}`)).toHaveLength(requests);
  expect(call.outcome).toBeNull();
});

test('says "One moment" while another session opens, and asks to repeat if that one hears no words', async () => {
  const call = await realtimeCall();
  await call.speak('', 2000);
  await call.advance(4000);
  call.engines[0]?.emit({ type: 'customer-waits' });
  await call.advance(2000);
  expect(call.heard('One moment, please.')).not.toBeNull();
  call.engines[0]?.emit({ type: 'customer-wordless', isOverdue: true });
  await call.advance(3000);
  expect(call.heard(NOT_UNDERSTOOD)).not.toBeNull();
});

test('speech detected by the engine pauses the assistant immediately and interrupts when it lasts', async () => {
  const call = await realtimeCall(LONG);
  call.engines[0]?.emit({ type: 'customer-speech-started' });
  await call.advance(440);
  expect(call.told('interrupted')).toEqual([]);
  await call.advance(100);
  expect(call.told('interrupted')).toHaveLength(1);
  expect(call.heard(LONG)?.toMs).toBeLessThanOrEqual(1020);
  expect(call.engines[0]?.asked.at(-1)).toMatch(/^interrupt reply-1 one two/);
});

test('short speech detected by the engine counts as a noise', async () => {
  const call = await realtimeCall(LONG);
  call.engines[0]?.emit({ type: 'customer-speech-started' });
  await call.advance(200);
  call.engines[0]?.emit({ type: 'customer-speech-stopped' });
  await call.advance(3000);
  expect(call.told('resumed')).toHaveLength(1);
  expect(call.heard(LONG)?.frames).toBe(100);
});

test('speech detected by our VAD also pauses the assistant, and the engine gets it from its start', async () => {
  const call = await realtimeCall(LONG);
  const before = call.engines[0]?.heardFrames ?? 0;
  await call.speak('', 800);
  await call.advance(500);
  expect(call.told('interrupted')).toHaveLength(1);
  // All of the speech; the engine already has the silence before it.
  expect((call.engines[0]?.heardFrames ?? 0) - before).toBeGreaterThanOrEqual(1300 / 20);
});

test.each<[Partial<VoiceSettings>, number, boolean]>([
  [{ interruptAfterMs: 500 }, 300, false],
  [{ interruptAfterMs: 500 }, 800, true],
  [{ interruptAfterMs: 3000 }, 2000, false],
  [{ interruptAfterMs: 0 }, 120, true],
  [{ minInterruptWords: 5 }, 1200, false],
  [{ minInterruptWords: 5 }, 1800, true],
])(
  'with %o, %i ms of speech interrupts: %s; the engine hears the speech only if it does',
  async (own, lastsMs, expected) => {
    const long = 'word '.repeat(40).trim();
    const call = voiceCall({
      assistant: scriptedAssistant({
        mode: 'multimodal',
        initialMessage: long,
        protectFirstMessage: 'off',
        ...own,
      }),
      engine: { hasTurnDetection: true },
    });
    await call.advance(1000);
    const beganMs = call.nowMs();
    const before = call.engines[0]?.heardFrames ?? 0;
    await call.speak('', lastsMs);
    await call.advance(1500);
    const heardMs = ((call.engines[0]?.heardFrames ?? 0) - before) * 20;
    const [interrupted] = call.told('interrupted');
    expect(call.told('resumed')).toHaveLength(expected ? 0 : 1);
    expect(call.told('interrupted')).toHaveLength(expected ? 1 : 0);
    expect(call.leg.heard.slice(beganMs / 20 + 6, (beganMs + 300) / 20)).toEqual(
      Array((300 - 120) / 20).fill(0),
    );
    // For a noise, the engine gets only the delayed silence before it and the audio after it.
    if (interrupted === undefined) expect(heardMs).toBeLessThanOrEqual(1100);
    else expect(heardMs).toBeGreaterThanOrEqual(lastsMs + 1400);
  },
);

test('speech over the end of a reply reaches the engine after the reply', async () => {
  const question = 'Shall I book a table for you?';
  const call = await realtimeCall(question);
  const before = call.engines[0]?.heardFrames ?? 0;
  await call.speak('', 300);
  await call.advance(300);
  const during = (call.engines[0]?.heardFrames ?? 0) - before;
  await call.advance(3000);
  expect(call.told('interrupted')).toEqual([]);
  expect(call.heard(question)?.frames).toBe(70);
  // The engine gets almost nothing of the speech before the reply ends, and all of it afterwards.
  expect(during).toBeLessThan(20);
  expect((call.engines[0]?.heardFrames ?? 0) - before).toBeGreaterThanOrEqual(3600 / 20);
});

test('an unanswered noise does not stop the timers', async () => {
  const call = await realtimeCall();
  await call.speak('', 300);
  await call.advance(41_000);
  expect(call.told('reengaged')).toHaveLength(1);
});

test('resumes the rest of a reply after an unanswered interruption', async () => {
  const call = await realtimeCall(LONG);
  await call.speak('', 900);
  await call.advance(8000);
  expect(call.told('interrupted')).toHaveLength(1);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([
    'one two three four five',
    'six seven eight nine ten',
  ]);
});

test('an unanswered noise over the last words does not keep the call open', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant(
      { mode: 'multimodal', initialMessage: LONG, protectFirstMessage: 'off' },
      { builtInTools: [{ type: 'end_call' }] },
    ),
    engine: { hasTurnDetection: true },
  });
  await call.advance(300);
  const [endCall] = call.engines[0]?.opening.extraTools ?? [];
  await endCall?.run({}, new AbortController().signal, { key: 'k' });
  await call.speak('', 800);
  await call.advance(1000);
  expect(call.told('interrupted')).toHaveLength(1);
  expect(call.outcome).toBeNull();
  await call.advance(10_000);
  expect(call.outcome).toMatchObject({ reason: 'the assistant ended the call' });
});

test('an unanswered noise before the greeting only delays it', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode: 'multimodal', initialMessage: 'Hello.' }),
    engine: { hasTurnDetection: true, sayDelayMs: 800 },
  });
  await call.advance(100);
  await call.speak('', 900);
  await call.advance(8000);
  expect(call.told('assistant-said')).toMatchObject([{ text: 'Hello.', interrupted: false }]);
});

test('requests an answer again if an unanswered noise interrupted it before any of it was heard', async () => {
  const call = await realtimeCall();
  await call.speak('', 900);
  await call.advance(300);
  call.engines[0]?.emit({ type: 'reply-started', replyId: 'item-1' });
  await call.advance(100);
  await call.speak('', 700);
  await call.advance(5000);
  expect(call.engines[0]?.asked).toContain('interrupt item-1');
  expect(call.engines[0]?.asked).not.toContain('answer');
  await call.advance(2500);
  expect(call.engines[0]?.asked.filter((one) => one === 'answer')).toHaveLength(1);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.', 'All right.']);
});

test('refuses an answer to a machine that is still speaking', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode: 'multimodal', voiceMailMessage: 'Call us.', initialMessage: 'Hi.' }),
    engine: { hasTurnDetection: true },
    direction: 'outbound',
  });
  call.leg.speaking = true;
  await call.advance(2000);
  answers(call, 'item-1', 'How are you?');
  await call.advance(500);
  expect(call.heard('How are you?')).toBeNull();
  expect(call.engines[0]?.asked).toContain('interrupt item-1');
});

test('wait_for_customer: greets after the first hello instead of the engine’s answer', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ mode: 'multimodal', waitForCustomer: true, initialMessage: 'Hello.' }),
    engine: { hasTurnDetection: true },
  });
  await call.advance(500);
  await call.speak('', 500);
  await call.advance(300);
  answers(call, 'item-1', 'How are you?');
  await call.advance(1000);
  expect(call.heard('How are you?')).toBeNull();
  expect(call.heard('Hello.')).not.toBeNull();
});

test.each<Partial<VoiceSettings>>([{ endpointSilenceMs: 5000 }, { endpointType: 'ai' }])(
  'wait_for_customer with %o: an initial question is answered, however late',
  async (own) => {
    const call = voiceCall({
      assistant: scriptedAssistant({
        mode: 'multimodal',
        waitForCustomer: true,
        initialMessage: 'Hello.',
        ...own,
      }),
      engine: { hasTurnDetection: true },
    });
    await call.advance(500);
    await call.speak('', 2400);
    await call.advance(5600);
    answers(call, 'item-1', 'At nine.');
    await call.advance(1000);
    expect(call.heard('At nine.')).not.toBeNull();
    expect(call.heard('Hello.')).toBeNull();
    expect(call.told('turn-answered')).toMatchObject([{ replyId: 'item-1' }]);
  },
);

test('a stalled answer blocks others for at most ten seconds', async () => {
  const call = await realtimeCall();
  call.engines[0]?.emit({ type: 'reply-started', replyId: 'item-1' });
  answers(call, 'item-2', 'At nine.');
  await call.advance(9_900);
  const apology = expect.stringMatching(/^say .*sorry/i);
  expect(call.engines[0]?.asked).not.toContainEqual(apology);
  await call.advance(2000);
  expect(call.engines[0]?.asked).toContainEqual(apology);
});

test('plays a greeting that replaces the engine’s answer although a sound paused playback', async () => {
  const notReached = 'I am sorry, nobody can take the call right now. Can I help you in another way?';
  const call = voiceCall({
    assistant: scriptedAssistant(
      { mode: 'multimodal', waitForCustomer: true, initialMessage: 'Hello.' },
      { builtInTools: [{ type: 'call_transfer', phone_number: '+40721555555' }] },
    ),
    engine: { hasTurnDetection: true },
    leg: { transfer: { kind: 'refused', reason: 'declined' } },
  });
  await call.engines[0]?.opening.extraTools[0]?.run({}, new AbortController().signal, { key: 'k' });
  await call.advance(2400);
  expect(call.heard(notReached)).not.toBeNull();
  call.leg.speaking = true;
  await call.advance(120);
  answers(call, 'item-1', 'At nine.');
  call.leg.speaking = false;
  await call.advance(6000);
  expect(call.heard(notReached)?.frames).toBe(170);
  expect(call.heard('Hello.')).not.toBeNull();
});

test.each<[VoiceSettings['protectFirstMessage'], number, boolean]>([
  ['off', 900, true],
  ['greeting', 900, false],
  ['greeting', 1300, true],
  ['always', 1300, false],
])(
  'protect_first_message %s: speech of %i ms interrupts the greeting: %s',
  async (protectFirstMessage, lastsMs, expected) => {
    const call = voiceCall({
      assistant: scriptedAssistant({ mode: 'multimodal', initialMessage: LONG, protectFirstMessage }),
      engine: { hasTurnDetection: true },
    });
    await call.advance(500);
    await call.speak('', lastsMs);
    await call.advance(4000);
    expect(call.told('interrupted')).toHaveLength(expected ? 1 : 0);
    expect(call.heard(LONG)?.frames === 100).toBe(!expected);
  },
);

test.each([
  ['speech', 1300, true],
  ['a hello', 600, false],
])(
  'protect_first_message always: after the greeting, the engine gets %s of %i ms: %s',
  async (_, lastsMs, isHeard) => {
    const call = voiceCall({
      assistant: scriptedAssistant({
        mode: 'multimodal',
        initialMessage: LONG,
        protectFirstMessage: 'always',
      }),
      engine: { hasTurnDetection: true },
    });
    await call.advance(300);
    await call.speak('', lastsMs);
    await call.advance(3000);
    expect(call.told('assistant-said')).toMatchObject([{ text: LONG, interrupted: false }]);
    expect(call.told('resumed')).toEqual([]);
    const missedMs = call.nowMs() - (call.engines[0]?.heardFrames ?? 0) * 20;
    if (isHeard) expect(missedMs).toBeLessThanOrEqual(40);
    else expect(missedMs).toBeGreaterThanOrEqual(lastsMs);
  },
);
