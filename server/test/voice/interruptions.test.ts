import { expect, test } from 'vitest';
import type { AgentTool } from '../../src/agent/tool.ts';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { testTool } from '../kit/turn-input.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import type { LegScript } from '../kit/voice/scripted-leg.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const LONG = 'One two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen.';
const ALL_FRAMES = 15 * 10;

async function speaking(settings: Partial<VoiceSettings> = {}, leg: LegScript = {}): Promise<VoiceCall> {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: LONG, ...settings }),
    engine: { answers: ['Sure.'] },
    leg,
  });
  await call.advance(1000);
  return call;
}

test('a noise pauses the assistant, which then resumes', async () => {
  const call = await speaking();
  await call.speak('', 200);
  const pausedMs = call.nowMs();
  await call.advance(500);
  expect(call.leg.sent.slice(pausedMs / 20 - 3, pausedMs / 20 + 10)).toEqual(Array(13).fill(0));
  await call.advance(4000);
  expect(call.heard(LONG)?.frames).toBe(ALL_FRAMES);
  expect(call.told('resumed')).toHaveLength(1);
  expect(call.told('interrupted')).toEqual([]);
  expect(call.told('assistant-said')).toMatchObject([{ text: LONG, interrupted: false }]);
  expect(call.engines[0]?.asked).not.toContain('answer');
});

test.each([
  ['uh-huh', 400],
  ['mhm', 300],
  ['Da.', 300],
  ['ok, ok', 700],
])('"%s" is no interruption', async (text, lastsMs) => {
  const call = await speaking({ interruptAfterMs: 800 });
  await call.speak(text, lastsMs);
  await call.advance(5000);
  expect(call.told('interrupted')).toEqual([]);
  expect(call.heard(LONG)?.frames).toBe(ALL_FRAMES);
});

test.each([
  [0, 'Wait a moment.', true],
  [500, 'Wait a moment.', true],
  [1500, '', false],
  [1500, 'Wait a moment.', false],
  [1300, 'Wait a moment.', true],
  [5000, '', false],
  [5000, 'Wait a moment.', false],
])(
  'with interrupt_sensitivity of %i ms, a second of speech transcribed as "%s" interrupts: %s',
  async (interruptAfterMs, words, expected) => {
    const call = await speaking({ interruptAfterMs });
    await call.speak(words, 1000);
    await call.advance(5000);
    expect(call.told('interrupted')).toHaveLength(expected ? 1 : 0);
    expect(call.told('resumed')).toHaveLength(expected ? 0 : 1);
  },
);

test('reports the interrupted reply before the interrupting words', async () => {
  const call = await speaking({ minInterruptWords: 2 });
  await call.speak('Wait a moment.', 700);
  await call.advance(3000);
  const said = call.events.filter(({ type }) => type === 'assistant-said' || type === 'customer-said');
  expect(said).toMatchObject([
    { type: 'assistant-said', interrupted: true },
    { type: 'customer-said', text: 'Wait a moment.' },
    { type: 'assistant-said', text: 'Sure.' },
  ]);
});

test('a short transcribed word interrupts', async () => {
  const call = await speaking();
  await call.speak('Stop!', 360);
  await call.advance(3000);
  expect(call.told('interrupted')).toHaveLength(1);
  expect(call.heard('Sure.')).not.toBeNull();
});

test.each([
  ['No.', false],
  ['Wait a moment please.', true],
])('with min_interrupt_words of 3, "%s" interrupts: %s', async (text, expected) => {
  const call = await speaking({ minInterruptWords: 3 });
  await call.speak(text, 900);
  await call.advance(6000);
  expect(call.told('interrupted')).toHaveLength(expected ? 1 : 0);
});

test('min_interrupt_words counts words of interim results', async () => {
  const call = await speaking({ minInterruptWords: 2 });
  call.leg.speaking = true;
  await call.advance(400);
  expect(call.told('interrupted')).toEqual([]);
  call.engines[0]?.emit({ type: 'customer-interim', text: 'Wait a' });
  await call.advance(20);
  expect(call.told('interrupted')).toHaveLength(1);
});

test('allow_interruptions false: continues and ignores speech', async () => {
  const call = await speaking({ allowInterruptions: false });
  const framesBefore = call.engines[0]?.heardFrames;
  await call.speak('Stop, I have a question!', 900);
  expect(call.engines[0]?.heardFrames).toBe(framesBefore);
  await call.advance(3000);
  expect(call.heard(LONG)).toMatchObject({ frames: ALL_FRAMES });
  expect(call.told('interrupted')).toEqual([]);
  expect(call.told('resumed')).toEqual([]);
  expect(call.engines[0]?.asked).not.toContain('answer');
});

test('allow_interruptions false: speech beyond the end of the reply counts from there', async () => {
  const call = await speaking({
    allowInterruptions: false,
    initialMessage: 'One two three four five six seven.',
  });
  call.engines[0]?.expect('a question');
  call.leg.speaking = true;
  await call.advance(2000);
  call.leg.speaking = false;
  await call.advance(1500);
  expect(call.heard('Sure.')).not.toBeNull();
});

test('discards unplayed audio at an interruption and counts it as unheard', async () => {
  const call = await speaking({}, { bufferMs: 400 });
  const beganMs = call.nowMs();
  await call.speak('Stop it please.', 800);
  await call.advance(600);
  const heard = call.heard(LONG);
  expect(heard?.toMs).toBeLessThanOrEqual(beganMs + 120);
  const [said] = call.told('assistant-said');
  expect(said).toMatchObject({ interrupted: true, text: 'One two three' });
});

test('plays the audio that was buffered when a noise began exactly once', async () => {
  const call = await speaking({}, { bufferMs: 400 });
  await call.speak('', 200);
  await call.advance(6000);
  expect(call.heard(LONG)?.frames).toBe(ALL_FRAMES);
  expect(call.told('assistant-said')).toMatchObject([{ text: LONG, interrupted: false }]);
});

test('answers all speech once when the customer continues before the answer', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }),
    engine: { answers: [{ text: 'First answer.', delayMs: 900 }, 'Second answer.'] },
  });
  await call.advance(1000);
  await call.speak('I want', 600);
  await call.advance(700);
  await call.speak('a red car', 900);
  await call.advance(2500);
  expect(call.heard('First answer.')).toBeNull();
  expect(call.heard('Second answer.')).not.toBeNull();
  expect(call.told('interrupted')).toEqual([]);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.', 'Second answer.']);
});

test('a noise before the answer only delays it', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }),
    engine: { answers: [{ text: 'First answer.', delayMs: 600 }] },
  });
  await call.advance(1000);
  await call.speak('I want a car', 600);
  await call.advance(700);
  await call.speak('', 160);
  await call.advance(2500);
  expect(call.heard('First answer.')).toMatchObject({ frames: 20 });
  expect(call.engines[0]?.asked.filter((one) => one === 'answer')).toHaveLength(1);
});

test('cuts interrupted text without word timings in proportion to the heard audio', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hi.' }),
    engine: { answers: [{ text: 'one two three four five six seven eight nine ten', withoutWords: true }] },
  });
  await call.advance(600);
  await call.speak('Count please.', 600);
  await call.advance(500 + 1000);
  await call.speak('Stop now please.', 800);
  await call.advance(1000);
  const [, said] = call.told('assistant-said');
  expect(said?.interrupted).toBe(true);
  expect(said?.text).toMatch(/^one two three( four)?( five)?$/);
});

test('resumes the unheard rest of a reply after a long noise', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: LONG }),
    engine: { answers: [''] },
  });
  await call.advance(1000);
  await call.speak('', 1300);
  await call.advance(5000);
  expect(call.told('interrupted')).toHaveLength(1);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([
    'One two three four five',
    'six seven eight nine ten eleven twelve thirteen fourteen fifteen.',
  ]);
});

test('does not resume a reply interrupted long ago', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: LONG }),
    engine: { answers: ['All right.', ''] },
  });
  await call.advance(1000);
  await call.speak('Stop, please.', 900);
  await call.advance(3000);
  await call.speak('', 900);
  await call.advance(3000);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([
    'One two three four five',
    'All right.',
    'Sorry, I did not get that. Could you say it again?',
  ]);
});

test('during a tool call, words interrupt but noises do not', async () => {
  const slow = (call: () => VoiceCall): AgentTool =>
    testTool('look_up', async () => {
      const untilMs = call().nowMs() + 4000;
      while (call().nowMs() < untilMs) await new Promise(setImmediate);
      return {};
    });
  const working = async (): Promise<VoiceCall> => {
    const call: VoiceCall = voiceCall({
      assistant: scriptedAssistant({ initialMessage: 'Hello.' }, { tools: [slow(() => call)] }),
      engine: {
        answers: [{ text: 'I look.', tool: { name: 'look_up' }, thenText: 'It is twelve.' }, 'Never mind.'],
      },
    });
    await call.advance(1000);
    await call.speak('What does it cost?', 800);
    await call.advance(1600);
    return call;
  };
  const noisy = await working();
  await noisy.speak('', 900);
  await noisy.advance(4000);
  expect(noisy.told('interrupted')).toEqual([]);
  expect(noisy.heard('It is twelve.')).not.toBeNull();
  const wordy = await working();
  await wordy.speak('Leave it, please.', 900);
  await wordy.advance(4000);
  expect(wordy.told('interrupted')).toHaveLength(1);
  expect(wordy.heard('Never mind.')).not.toBeNull();
  expect(wordy.heard('It is twelve.')).toBeNull();
});
