import { expect, test } from 'vitest';
import type { VoiceSettings } from '../../src/voice/settings.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type VoiceCallOptions, voiceCall } from '../kit/voice/voice-call.ts';

const STILL_THERE = 'Are you still there?';

function silentCall(settings: Partial<VoiceSettings>, options: VoiceCallOptions = {}) {
  return voiceCall({ assistant: scriptedAssistant({ initialMessage: 'Hello.', ...settings }), ...options });
}

test('reengagement_interval: asks repeatedly after silence', async () => {
  const call = silentCall({ reengagementIntervalMs: 7000, maxSilenceMs: 100_000 });
  await call.advance(17_000);
  expect(call.told('reengaged')).toHaveLength(2);
  expect(call.told('reengaged')[0]?.atMs).toBeGreaterThanOrEqual(7200);
  expect(call.told('reengaged')[0]?.atMs).toBeLessThanOrEqual(7400);
  expect(call.heard(STILL_THERE)).not.toBeNull();
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.', STILL_THERE, STILL_THERE]);
});

test('reengagement_interval restarts with customer speech', async () => {
  const call = silentCall({ reengagementIntervalMs: 7000 }, { engine: { answers: ['Fine.'] } });
  await call.advance(6000);
  await call.speak('Let me think.', 600);
  await call.advance(6500);
  expect(call.told('reengaged')).toEqual([]);
  await call.advance(2000);
  expect(call.told('reengaged')).toHaveLength(1);
});

test('reengagement_prompt is sent to the model', async () => {
  const call = silentCall({ reengagementIntervalMs: 7000, reengagementPrompt: 'Ask about {{company}}.' });
  await call.advance(8000);
  expect(call.engines[0]?.asked).toContain('prompt Ask about Mill.');
});

test('max_silence_duration hangs up, not counting re-engagement', async () => {
  const call = silentCall({ reengagementIntervalMs: 7000, maxSilenceMs: 12_000 });
  await call.advance(11_000);
  expect(call.outcome).toBeNull();
  await call.advance(2000);
  expect(call.outcome).toMatchObject({ status: 'ended_by_assistant', reason: 'silence' });
  expect(call.leg.isUp).toBe(false);
});

test('max_silence_duration: an answer keeps the call open', async () => {
  const call = silentCall({ reengagementIntervalMs: 60_000, maxSilenceMs: 8000 });
  await call.advance(7000);
  await call.speak('Yes, I am.', 600);
  await call.advance(7000);
  expect(call.outcome).toBeNull();
});

test('max_initial_silence_duration hangs up on a customer who never speaks', async () => {
  const call = silentCall({ maxInitialSilenceMs: 5000 });
  await call.advance(4900);
  expect(call.outcome).toBeNull();
  await call.advance(300);
  expect(call.outcome).toMatchObject({ status: 'ended_by_assistant', reason: 'silence from the beginning' });
});

test('max_initial_silence_duration leaves time to answer a long greeting', async () => {
  const initialMessage = 'one two three four five six seven eight nine ten eleven twelve';
  const call = silentCall({ maxInitialSilenceMs: 2000, initialMessage });
  await call.advance(4200);
  expect(call.outcome).toBeNull();
  await call.advance(600);
  expect(call.outcome).toMatchObject({ reason: 'silence from the beginning' });
});

test.each([1000, 2000])(
  'max_initial_silence_duration counts after the greeting on an outbound call (%i ms)',
  async (maxInitialSilenceMs) => {
    const call = silentCall({ maxInitialSilenceMs }, { direction: 'outbound' });
    await call.advance(1400);
    expect(call.outcome).toBeNull();
    expect(call.heard('Hello.')).not.toBeNull();
    await call.advance(maxInitialSilenceMs + 200);
    expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.']);
    expect(call.outcome).toMatchObject({ reason: 'silence from the beginning' });
  },
);

test('max_initial_silence_duration counts from the answer on an outbound call with wait_for_customer', async () => {
  const settings = { maxInitialSilenceMs: 1000, waitForCustomer: true };
  const call = silentCall(settings, { direction: 'outbound' });
  await call.advance(1900);
  expect(call.outcome).toBeNull();
  await call.advance(300);
  expect(call.told('assistant-said')).toEqual([]);
  expect(call.outcome).toMatchObject({ reason: 'silence from the beginning' });
});

test('max_initial_silence_duration does not apply after the first word', async () => {
  const call = silentCall({ maxInitialSilenceMs: 5000 });
  await call.advance(2000);
  await call.speak('Hello?', 500);
  await call.advance(8000);
  expect(call.outcome).toBeNull();
});

test('max_duration counts from the answer and includes the goodbye', async () => {
  const call = silentCall({ maxDurationMs: 20_000 });
  await call.advance(16_900);
  expect(call.outcome).toBeNull();
  await call.advance(3100);
  expect(call.told('assistant-said').at(-1)?.text).toMatch(/our time is up/);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'max duration' });
});

test('max_duration interrupts a sentence of either side', async () => {
  const call = silentCall({ maxDurationMs: 20_000 }, { engine: { answers: ['word '.repeat(200).trim()] } });
  await call.advance(1000);
  await call.speak('Tell me all.', 600);
  await call.advance(13_000);
  call.leg.speaking = true;
  await call.advance(8000);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'max duration' });
  expect(call.told('assistant-said').at(-1)).toMatchObject({ interrupted: false });
  expect(call.told('assistant-said').at(-1)?.text).toMatch(/our time is up/);
});

test('max_duration ends a call whose goodbye stalls', async () => {
  const call = silentCall({ maxDurationMs: 20_000 });
  await call.advance(1000);
  const engine = call.engines[0];
  if (engine !== undefined) engine.say = () => undefined;
  await call.advance(30_000);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'max duration', durationMs: 20_000 });
});

test('says goodbye when the platform ends the call, even mid-sentence', async () => {
  const engine = { answers: ['word '.repeat(200).trim()] };
  const call = silentCall({ maxSilenceMs: 600_000, reengagementIntervalMs: 600_000 }, { engine });
  await call.advance(60_000);
  await call.speak('Tell me all.', 600);
  await call.advance(3000);
  call.leave();
  await call.advance(8000);
  expect(call.told('assistant-said').at(-1)?.text).toMatch(/our time is up/);
  expect(call.outcome).toMatchObject({ status: 'completed' });
});

test('waits at most eight seconds for the goodbye when the platform ends the call', async () => {
  const call = silentCall({ maxSilenceMs: 600_000 });
  await call.advance(61_000);
  const engine = call.engines[0];
  if (engine !== undefined) engine.say = () => undefined;
  call.leave();
  await call.advance(7900);
  expect(call.outcome).toBeNull();
  await call.advance(200);
  expect(call.outcome).toMatchObject({ status: 'completed', durationMs: 69_000 });
});

test('max_duration says goodbye in the current language', async () => {
  const assistant = scriptedAssistant({ initialMessage: 'Bună.', maxDurationMs: 20_000 });
  const voice = { ...assistant.settings.voice, language: 'ro' };
  const call = voiceCall({ assistant: { ...assistant, settings: { ...assistant.settings, voice } } });
  await call.advance(28_000);
  expect(call.told('assistant-said').at(-1)?.text).toMatch(/La revedere/);
});

test('wait_for_customer: greets after the first hello', async () => {
  const call = silentCall({ waitForCustomer: true }, { engine: { answers: ['We are open.'] } });
  await call.advance(3000);
  expect(call.told('assistant-said')).toEqual([]);
  await call.speak('Hello?', 500);
  await call.advance(1500);
  expect(call.heard('Hello.')).not.toBeNull();
  await call.speak('Are you open?', 800);
  await call.advance(1500);
  expect(call.heard('We are open.')).not.toBeNull();
});

test('wait_for_customer: answers an initial question', async () => {
  const call = silentCall({ waitForCustomer: true }, { engine: { answers: ['We are open.'] } });
  await call.advance(1000);
  await call.speak('Hello, could you tell me whether you are open?', 2400);
  await call.advance(1500);
  expect(call.heard('Hello.')).toBeNull();
  expect(call.heard('We are open.')).not.toBeNull();
});

test('wait_for_customer applies to web calls', async () => {
  const call = silentCall({ waitForCustomer: true }, { direction: 'web' });
  await call.advance(2000);
  expect(call.leg.heard.every((loudness) => loudness === 0)).toBe(true);
});

test('wait_for_customer: greets a silent customer after the re-engagement interval', async () => {
  const call = silentCall({ waitForCustomer: true, reengagementIntervalMs: 7000 });
  await call.advance(8500);
  expect(call.told('reengaged')).toHaveLength(1);
  expect(call.told('assistant-said')).toMatchObject([{ text: 'Hello.' }]);
});

test('max_initial_silence_duration: typing and keys count as activity', async () => {
  const settings = { maxInitialSilenceMs: 5000 };
  const typing = silentCall(settings, { engine: { answers: ['At nine.'] } });
  await typing.advance(1000);
  typing.leg.type('When do you open?');
  await typing.advance(12_000);
  expect(typing.outcome).toBeNull();
  const pressing = silentCall(settings, { engine: { answers: ['I see.'] } });
  await pressing.advance(1000);
  pressing.leg.press('1');
  await pressing.advance(12_000);
  expect(pressing.outcome).toBeNull();
});

test('max_silence_duration: a key breaks the silence', async () => {
  const call = silentCall({ reengagementIntervalMs: 60_000, maxSilenceMs: 8000 });
  await call.advance(7000);
  call.leg.press('1');
  await call.advance(5000);
  expect(call.outcome).toBeNull();
});

test.each([false, true])(
  'wait_for_customer: greets a typed hello and answers later text (engine turn detection: %s)',
  async (hasTurnDetection) => {
    const call = silentCall(
      { waitForCustomer: true },
      { engine: { answers: ['We are open.'], hasTurnDetection } },
    );
    await call.advance(1000);
    call.leg.type('Hi');
    await call.advance(1500);
    expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.']);
    call.leg.type('Are you open?');
    await call.advance(1500);
    expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['Hello.', 'We are open.']);
  },
);

test('wait_for_customer: answers an initial typed question without a later greeting', async () => {
  const call = silentCall({ waitForCustomer: true }, { engine: { answers: ['We are open.'] } });
  await call.advance(1000);
  call.leg.type('Could you tell me whether you are open today?');
  await call.advance(1500);
  await call.speak('Thanks', 400);
  await call.advance(1500);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['We are open.', 'We are open.']);
});
