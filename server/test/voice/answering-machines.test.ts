import { expect, test } from 'vitest';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { EnergyVoiceActivityDetector } from '../../src/voice/vad/energy-detector.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const GREETING = 'Hello, Ana here.';
const MESSAGE = 'Please call us back.';
const RECORDING = 'You have reached the voicemail of John, leave a message after the tone';

function outbound(settings: Partial<VoiceSettings> = {}): VoiceCall {
  return voiceCall({
    assistant: scriptedAssistant({ initialMessage: GREETING, ...settings }),
    direction: 'outbound',
  });
}

/** 400 ms of 1 kHz, the typical beep after a greeting. */
function beep(call: VoiceCall): Promise<void> {
  const tone = (index: number): Int16Array =>
    Int16Array.from({ length: 160 }, (_, at) =>
      Math.round(6000 * Math.sin((2 * Math.PI * 1000 * (index * 160 + at)) / 8000)),
    );
  call.leg.play(tone, 20);
  return call.advance(400);
}

test('a person who says hello is greeted after half a second of silence', async () => {
  const call = outbound();
  await call.advance(600);
  await call.speak('Hello?', 600);
  const endedMs = call.nowMs();
  await call.advance(2000);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'human' }]);
  expect(call.heard(GREETING)?.fromMs).toBeGreaterThanOrEqual(endedMs + 480);
  expect(call.heard(GREETING)?.fromMs).toBeLessThanOrEqual(endedMs + 600);
  expect(call.engines[0]?.asked).not.toContain('answer');
});

test('a person whose hello was buffered is greeted after half a second', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: GREETING }),
    direction: 'outbound',
    leg: { spokeForMs: 600 },
    services: { voiceActivity: new EnergyVoiceActivityDetector() },
  });
  await call.advance(2000);
  expect(call.heard(GREETING)?.fromMs).toBeGreaterThanOrEqual(480);
  expect(call.heard(GREETING)?.fromMs).toBeLessThanOrEqual(600);
});

test('a silent answer is greeted within a second and classified by what follows', async () => {
  const call = outbound();
  await call.advance(2500);
  expect(call.heard(GREETING)?.fromMs).toBeGreaterThanOrEqual(800);
  expect(call.heard(GREETING)?.fromMs).toBeLessThanOrEqual(1000);
  expect(call.told('answered-by')).toEqual([]);
  await call.advance(500);
  await call.speak('Yes, hello?', 700);
  await call.advance(1500);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'human' }]);
  expect(call.heard('All right.')).not.toBeNull();
});

test('voice_mail_message restarts after a beep that sounds during it', async () => {
  const message = Array(10).fill('please').join(' ');
  const call = outbound({ voiceMailMessage: message });
  await call.speak(RECORDING, 4000);
  await call.advance(2000);
  expect(call.heard(message)).not.toBeNull();
  await beep(call);
  const beepedMs = call.nowMs();
  await call.advance(4000);
  const whole = call.told('assistant-said').filter(({ interrupted }) => !interrupted);
  expect(whole).toMatchObject([{ text: message }]);
  expect(whole[0]?.sinceMs).toBeGreaterThanOrEqual(beepedMs);
  expect(call.outcome).toMatchObject({ reason: 'voicemail', answeredBy: 'machine' });
});

test('max_silence_duration does not hang up on a person waiting for the caller to speak', async () => {
  const call = outbound({ maxSilenceMs: 1000 });
  await call.advance(3000);
  expect(call.heard(GREETING)).not.toBeNull();
  await call.advance(1500);
  expect(call.outcome).toMatchObject({ reason: 'silence' });
});

test('max_silence_duration does not hang up during a pause of a machine', async () => {
  const call = outbound({ maxSilenceMs: 1000, voiceMailMessage: MESSAGE });
  await call.speak(RECORDING, 4000);
  await call.advance(7000);
  expect(call.heard(MESSAGE)?.frames).toBe(40);
  expect(call.outcome).toMatchObject({ reason: 'voicemail' });
});

test('end_call_on_voicemail hangs up on a recording silently', async () => {
  const call = outbound();
  await call.speak(RECORDING, 5000);
  await call.advance(500);
  expect(call.outcome).toMatchObject({
    status: 'ended_by_assistant',
    reason: 'voicemail',
    answeredBy: 'machine',
  });
  expect(call.leg.heard.every((loudness) => loudness === 0)).toBe(true);
});

test('voice_mail_message is left after the beep, then the call ends', async () => {
  const call = outbound({ voiceMailMessage: MESSAGE });
  await call.speak(RECORDING, 4000);
  await call.advance(600);
  expect(call.heard(MESSAGE)).toBeNull();
  await beep(call);
  const beepedMs = call.nowMs();
  await call.advance(3000);
  expect(call.heard(MESSAGE)?.fromMs).toBeGreaterThanOrEqual(beepedMs);
  expect(call.heard(MESSAGE)?.fromMs).toBeLessThanOrEqual(beepedMs + 600);
  expect(call.heard(MESSAGE)?.frames).toBe(40);
  expect(call.outcome).toMatchObject({ reason: 'voicemail', answeredBy: 'machine' });
});

test('voice_mail_message is left after silence if no beep sounds', async () => {
  const call = outbound({ voiceMailMessage: MESSAGE });
  await call.speak(RECORDING, 4000);
  const endedMs = call.nowMs();
  await call.advance(4000);
  expect(call.heard(MESSAGE)?.fromMs).toBeGreaterThanOrEqual(endedMs + 1450);
  expect(call.heard(MESSAGE)?.fromMs).toBeLessThanOrEqual(endedMs + 1700);
});

test('with end_call_on_voicemail false the message is left and the call stays open', async () => {
  const call = outbound({ voiceMailMessage: MESSAGE, endCallOnVoicemail: false });
  await call.speak(RECORDING, 4000);
  await call.advance(5000);
  expect(call.heard(MESSAGE)?.frames).toBe(40);
  expect(call.outcome).toBeNull();
  await call.speak('Hello, I was here after all.', 1000);
  await call.advance(1500);
  expect(call.heard('All right.')).not.toBeNull();
});

test('with end_call_on_voicemail false and no message the machine is greeted', async () => {
  const call = outbound({ endCallOnVoicemail: false });
  await call.speak(RECORDING, 4000);
  await call.advance(3000);
  expect(call.heard(GREETING)).not.toBeNull();
});

test('a machine detected during our greeting makes the assistant stop and wait', async () => {
  const call = outbound({
    voiceMailMessage: MESSAGE,
    initialMessage: 'one two three four five six seven eight nine ten',
  });
  await call.advance(2600);
  call.engines[0]?.expect('');
  call.leg.speaking = true;
  await call.advance(1000);
  call.engines[0]?.emit({ type: 'customer-interim', text: 'please leave a message' });
  await call.advance(1000);
  call.leg.speaking = false;
  await call.advance(4000);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'machine' }]);
  expect(call.heard(MESSAGE)?.frames).toBe(40);
});

const LONG_GREETING = 'one two three four five six seven eight nine ten';

test('a machine that interrupts our greeting is not answered, and hears only the message', async () => {
  const call = outbound({ voiceMailMessage: MESSAGE, initialMessage: LONG_GREETING });
  await call.advance(1300);
  await call.speak('You have reached John.', 1800);
  await call.advance(400);
  await call.speak('Please leave a message after the tone.', 2500);
  await call.advance(7000);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'machine' }]);
  expect(call.engines[0]?.asked).not.toContain('answer');
  const whole = call.told('assistant-said').filter(({ interrupted }) => !interrupted);
  expect(whole).toMatchObject([{ text: MESSAGE }]);
  expect(call.outcome).toMatchObject({ reason: 'voicemail' });
});

test('end_call_on_voicemail without a message ends the call when a machine speaks over our greeting', async () => {
  const call = outbound({ initialMessage: LONG_GREETING });
  await call.advance(1300);
  await call.speak(RECORDING, 5000);
  await call.advance(500);
  expect(call.outcome).toMatchObject({ reason: 'voicemail', answeredBy: 'machine' });
});

test('a person who interrupts our greeting with their name hears all of it after half a second', async () => {
  const call = outbound({ initialMessage: LONG_GREETING });
  await call.advance(1300);
  await call.speak('This is John Miller speaking.', 1500);
  const endedMs = call.nowMs();
  await call.advance(4000);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'human' }]);
  expect(call.engines[0]?.asked).not.toContain('answer');
  const [cut, whole] = call.told('assistant-said');
  expect(cut).toMatchObject({ interrupted: true });
  expect(whole).toMatchObject({ text: LONG_GREETING, interrupted: false });
  expect(whole?.sinceMs).toBeLessThanOrEqual(endedMs + 600);
});

test('a hello over our greeting to a silent answer does not interrupt it', async () => {
  const call = outbound({ initialMessage: LONG_GREETING });
  await call.advance(1300);
  await call.speak('Hello?', 500);
  await call.advance(4000);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'human' }]);
  expect(call.told('assistant-said')).toMatchObject([{ text: LONG_GREETING, interrupted: false }]);
});

test('a long greeting without words is classified as a machine', async () => {
  const call = outbound({ voiceMailMessage: MESSAGE });
  await call.speak('', 6000);
  await call.advance(3000);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'machine' }]);
  expect(call.told('assistant-said')).toMatchObject([{ text: MESSAGE }]);
});

test('a receptionist is classified as a person', async () => {
  const call = outbound();
  call.leg.speaking = true;
  await call.advance(2000);
  call.engines[0]?.emit({ type: 'customer-interim', text: 'Mill and sons, good morning, my name is Eve,' });
  call.engines[0]?.emit({ type: 'customer-interim', text: 'Mill, good morning, how can I help you?' });
  await call.advance(1000);
  call.leg.speaking = false;
  await call.advance(2000);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'human' }]);
});

test('answer detection reports unknown after its time limit, and the conversation continues', async () => {
  const call = outbound({ reengagementIntervalMs: 60_000, maxSilenceMs: 90_000 });
  await call.advance(20_500);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'unknown' }]);
  await call.speak('Hello there.', 600);
  await call.advance(1500);
  expect(call.heard('All right.')).not.toBeNull();
});

test('wait_for_customer on an outbound call greets after the hello, and never into silence', async () => {
  const call = outbound({ waitForCustomer: true });
  await call.advance(4000);
  expect(call.told('assistant-said')).toEqual([]);
  await call.speak('Hello?', 500);
  await call.advance(1500);
  expect(call.heard(GREETING)).not.toBeNull();
});

test('an inbound call has no answer detection', async () => {
  const call = voiceCall({ assistant: scriptedAssistant({ initialMessage: GREETING }) });
  await call.speak(RECORDING, 5000);
  await call.advance(2000);
  expect(call.told('answered-by')).toEqual([]);
  expect(call.outcome).toBeNull();
});

test('a machine is not answered while it speaks', async () => {
  const call = outbound({ voiceMailMessage: MESSAGE });
  await call.speak('You have reached John.', 1500);
  await call.advance(700);
  await call.speak('Please leave a message after the tone.', 2500);
  await call.advance(400);
  expect(call.engines[0]?.asked).not.toContain('answer');
});

test('a goodbye that replaces voice_mail_message cannot be interrupted', async () => {
  const message = Array(90).fill('please').join(' ');
  const timeIsOver = 'I am sorry, our time is up. Thank you for the call. Goodbye!';
  const call = voiceCall({
    assistant: scriptedAssistant({
      voiceMailMessage: message,
      endCallOnVoicemail: false,
      maxDurationMs: 20_000,
      interruptAfterMs: 100,
    }),
    direction: 'outbound',
  });
  await call.advance(300);
  await call.speak('Please leave a message.', 1000);
  await call.advance(14_700);
  expect(call.heard(message)).not.toBeNull();
  call.leg.speaking = true;
  await call.advance(400);
  call.leg.speaking = false;
  await call.advance(4000);
  expect(call.told('interrupted')).toEqual([]);
  expect(call.heard(timeIsOver)?.frames).toBe(130);
  expect(call.outcome).toMatchObject({ reason: 'max duration' });
});

test('interim results do not make a greeting count as longer', async () => {
  const call = outbound();
  call.leg.speaking = true;
  for (const text of ['Hello', 'Hello this', 'Hello this is', 'Hello this is Bob']) {
    await call.advance(200);
    call.engines[0]?.emit({ type: 'customer-interim', text });
  }
  call.leg.speaking = false;
  await call.advance(1500);
  expect(call.told('answered-by')).toMatchObject([{ answeredBy: 'human' }]);
});

test('max_silence_duration does not hang up on a longer machine greeting', async () => {
  const call = outbound({ maxSilenceMs: 3000, voiceMailMessage: MESSAGE });
  call.leg.speaking = true;
  await call.advance(7000);
  expect(call.outcome).toBeNull();
  call.leg.speaking = false;
  await call.advance(7000);
  expect(call.outcome).toMatchObject({ reason: 'voicemail' });
});

const NOTICE = 'This call is recorded for your own safety.';

test.each<[string, Partial<VoiceSettings>, string[]]>([
  ['a notice', { noticeMessage: NOTICE }, [NOTICE, GREETING]],
  ['a protected first message', { initialMessage: NOTICE, protectFirstMessage: 'always' }, [NOTICE]],
])('a person who answers the phone over %s is not answered once more', async (_, settings, said) => {
  const call = outbound(settings);
  await call.advance(900);
  await call.speak('John speaking.', 900);
  await call.advance(5000);
  expect(call.told('customer-said')).toHaveLength(1);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(said);
  await call.speak('What is this about?', 800);
  await call.advance(2000);
  expect(call.heard('All right.')).not.toBeNull();
});

test.each<Partial<VoiceSettings>>([{}, { protectFirstMessage: 'always' }])(
  'a person who answers a first message that is over is answered: %j',
  async (settings) => {
    const call = outbound({ initialMessage: 'Hi, is this John?', ...settings });
    await call.advance(1880);
    expect(call.told('assistant-said')).toHaveLength(1);
    await call.speak('Yes, speaking.', 700);
    await call.advance(2000);
    expect(call.heard('All right.')).not.toBeNull();
  },
);

test('a person who says hello and interrupts the first message with a question is answered', async () => {
  const call = outbound({ initialMessage: LONG_GREETING });
  await call.speak('Hello?', 400);
  await call.advance(1000);
  await call.speak("Who's this?", 900);
  await call.advance(2000);
  expect(call.told('assistant-said')[0]).toMatchObject({ interrupted: true });
  expect(call.heard('All right.')).not.toBeNull();
});

test('a hello to an assistant without a first message is answered', async () => {
  const call = outbound({ initialMessage: '' });
  await call.advance(1200);
  await call.speak('Hello?', 500);
  await call.advance(2000);
  expect(call.heard('All right.')).not.toBeNull();
});

test('a person who asks something over a notice is answered after it', async () => {
  const call = outbound({ noticeMessage: NOTICE });
  await call.advance(900);
  await call.speak('I cannot talk now, sorry.', 1000);
  await call.advance(5000);
  expect(call.told('assistant-said').map(({ text }) => text)).toContain('All right.');
});
