import { expect, test } from 'vitest';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { loudnessOf } from '../kit/voice/scripted-engine.ts';
import { type VoiceCall, type VoiceCallOptions, voiceCall } from '../kit/voice/voice-call.ts';

const LONG = 'One two three four five six seven eight nine ten.';
const OFFER = 'We give you ten percent off.';

async function greeted(options: VoiceCallOptions = {}): Promise<VoiceCall> {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: LONG }),
    engine: { answers: ['Sure.'] },
    ...options,
  });
  await call.advance(500);
  return call;
}

test('a text of the supervisor is said once the assistant has finished', async () => {
  const call = await greeted();
  expect(call.supervisor.say(OFFER, { interrupts: false })).toBe(true);
  await call.advance(4000);
  expect(call.told('assistant-said').map(({ text, interrupted }) => [text, interrupted])).toEqual([
    [LONG, false],
    [OFFER, false],
  ]);
});

test('a text waits for the customer and for the answer to them', async () => {
  const call = await greeted();
  await call.advance(2000);
  call.leg.speaking = true;
  await call.advance(300);
  call.supervisor.say(OFFER, { interrupts: false });
  await call.speak('When is breakfast?', 900);
  await call.advance(4000);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([LONG, 'Sure.', OFFER]);
});

test('an interrupting text stops the assistant', async () => {
  const call = await greeted();
  call.supervisor.say(OFFER, { interrupts: true });
  await call.advance(3000);
  expect(call.told('assistant-said').map(({ text, interrupted }) => [text, interrupted])).toEqual([
    ['One two three', true],
    [OFFER, false],
  ]);
  expect(call.told('interrupted')).toEqual([]);
});

test('a whisper reaches the model and the record, and is not heard', async () => {
  const call = await greeted();
  expect(call.supervisor.whisper('Offer a discount.')).toBe(true);
  await call.advance(2000);
  expect(call.engines[0]?.asked).toContain('note Offer a discount.');
  expect(call.told('supervisor-note')).toMatchObject([{ text: 'Offer a discount.' }]);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([LONG]);
});

test('a transfer follows the message to the customer, and excludes other commands', async () => {
  const call = await greeted();
  const order = { target: '+40721555555', message: 'I connect you.', isWarm: false, briefing: null };
  expect(call.supervisor.transfer(order)).toBe(true);
  expect(call.supervisor.transfer(order)).toBe(false);
  expect(call.supervisor.say(OFFER, { interrupts: true })).toBe(false);
  await call.advance(2000);
  expect(call.dials).toEqual([]);
  await call.advance(1500);
  expect(call.heard('I connect you.')).not.toBeNull();
  expect(call.dials).toMatchObject([{ to: '+40721555555' }]);
  expect(call.supervisor.whisper('Too late.')).toBe(false);
});

test('a message is heard before the hang-up', async () => {
  const call = await greeted();
  call.supervisor.hangUp('We close now, goodbye.');
  await call.advance(2000);
  expect(call.heard('We close now, goodbye.')?.frames).toBe(4 * 10);
  expect(call.outcome).toMatchObject({ status: 'completed', reason: 'The account ended the call.' });
  expect(call.supervisor.say(OFFER, { interrupts: true })).toBe(false);
});

test('the words heard so far are reported while the assistant speaks, and those of the customer while they do', async () => {
  const partials: string[] = [];
  const call = await greeted({
    host: { onPartial: ({ sender, text }) => void partials.push(`${sender}: ${text}`) },
  });
  await call.advance(700);
  expect(partials).toEqual(['bot: One two three', 'bot: One two three four five']);
  call.engines[0]?.emit({ type: 'customer-interim', text: 'When is' });
  expect(partials.at(-1)).toBe('human: When is');
});

test('listeners hear both sides in step, and cost nothing once they leave', async () => {
  const call = await greeted();
  const frames: Int16Array[] = [];
  const leave = call.supervisor.listen((stereo) => void frames.push(stereo));
  call.leg.speaking = true;
  await call.advance(400);
  call.leg.speaking = false;
  leave();
  await call.advance(400);
  expect(frames).toHaveLength(20);
  const loudest = (channel: number) =>
    frames.map((frame) => Math.max(...frame.filter((_, index) => index % 2 === channel).map(Math.abs)));
  expect(
    loudest(0)
      .slice(3)
      .every((level) => level > 0),
  ).toBe(true);
  expect(loudest(1)[0]).toBe(loudnessOf(LONG));
});
