import { describe, expect, test } from 'vitest';
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

test('a text waits until the customer has spoken and was answered', async () => {
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

test('an interrupting text waits for the end of a notice', async () => {
  const noticeMessage = 'This call is being recorded now.';
  const call = await greeted({ assistant: scriptedAssistant({ initialMessage: LONG, noticeMessage }) });
  call.supervisor.say(OFFER, { interrupts: true });
  await call.advance(6000);
  expect(call.told('assistant-said').map(({ text, interrupted }) => [text, interrupted])).toEqual([
    [noticeMessage, false],
    [LONG, false],
    [OFFER, false],
  ]);
});

test('a whisper reaches the model and the call record, but not the customer', async () => {
  const call = await greeted();
  expect(call.supervisor.whisper('Offer a discount.')).toBe(true);
  await call.advance(2000);
  expect(call.engines[0]?.asked).toContain('note Offer a discount.');
  expect(call.told('supervisor-note')).toMatchObject([{ text: 'Offer a discount.' }]);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([LONG]);
});

test('a whisper still counts after a take-over, and a notice is not repeated', async () => {
  const noticeMessage = 'We record.';
  const call = await greeted({ assistant: scriptedAssistant({ initialMessage: 'Hello.', noticeMessage }) });
  call.supervisor.whisper('Offer a discount.');
  await call.advance(1000);
  const taken = call.supervisor.takeOver(() => undefined);
  await call.advance(500);
  taken?.leave();
  await call.advance(500);
  expect(call.engines.at(-1)?.asked).toEqual([
    'note Offer a discount.',
    expect.stringMatching(/^prompt A coll/),
  ]);
});

test('a notice that a take-over has cut off precedes the next words', async () => {
  const noticeMessage = 'This call is being recorded now.';
  const call = await greeted({ assistant: scriptedAssistant({ initialMessage: LONG, noticeMessage }) });
  const taken = call.supervisor.takeOver(() => undefined);
  await call.advance(500);
  taken?.leave();
  await call.advance(4000);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([
    'This call is',
    noticeMessage,
    'Are you still there?',
  ]);
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

test('other commands are refused while the message before the hang-up is spoken', async () => {
  const call = await greeted();
  call.supervisor.hangUp('We close now, goodbye.');
  await call.advance(200);
  const order = { target: '+40721555555', message: null, isWarm: false, briefing: null };
  expect(call.supervisor.say(OFFER, { interrupts: false })).toBe(false);
  expect(call.supervisor.whisper('Offer a discount.')).toBe(false);
  expect(call.supervisor.transfer(order)).toBe(false);
  expect(call.supervisor.canBeTakenOver).toBe(false);
  expect(call.supervisor.takeOver(() => undefined)).toBeNull();
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

describe('a supervisor who takes the call over', () => {
  const frame = (loudness: number) => new Int16Array(160).fill(loudness);

  test('speaks with the customer while the assistant is silent, and gives the call back with the transcript', async () => {
    const call = await greeted();
    const heard: number[] = [];
    const taken = call.supervisor.takeOver((customer) => void heard.push(Math.max(...customer)));
    expect(call.supervisor.canBeTakenOver).toBe(false);
    expect(call.supervisor.say(OFFER, { interrupts: true })).toBe(false);
    const [first, customer, supervisor] = call.engines;
    supervisor?.expect('I am Eve, the manager.');
    for (let at = 0; at < 50; at += 1) {
      taken?.push(frame(5000));
      await call.advance(20);
    }
    expect(call.leg.heard.slice(-20)).toEqual(Array(20).fill(5000));
    for (let at = 0; at < 50; at += 1) {
      taken?.push(frame(0));
      await call.advance(20);
    }
    customer?.expect('Thank you.');
    call.leg.speaking = true;
    await call.advance(400);
    call.leg.speaking = false;
    await call.advance(600);
    expect(heard.some((level) => level > 0)).toBe(true);
    expect(first?.asked).not.toContain('answer');
    taken?.leave();
    await call.advance(3000);
    expect(call.told('assistant-said')[0]).toMatchObject({ interrupted: true });
    expect(call.told('supervisor-said')).toMatchObject([{ text: 'I am Eve, the manager.' }]);
    expect(call.told('customer-said')).toMatchObject([{ text: 'Thank you.' }]);
    expect(
      [call.told('supervisor-joined'), call.told('supervisor-left')].map(({ length }) => length),
    ).toEqual([1, 1]);
    const next = call.engines[3];
    expect(next?.opening.history.slice(-2)).toEqual([
      { role: 'assistant', content: 'I am Eve, the manager.' },
      { role: 'user', content: 'Thank you.' },
    ]);
    expect(next?.asked[0]).toContain('prompt A colleague took over this call');
    expect(customer?.isClosed && supervisor?.isClosed && first?.isClosed).toBe(true);
    await call.speak('One more question.', 800);
    await call.advance(1500);
    expect(next?.asked).toContain('answer');
  });

  test('is not interrupted by answer detection', async () => {
    const assistant = scriptedAssistant({ initialMessage: LONG, endCallOnVoicemail: true });
    const call = voiceCall({ assistant, direction: 'outbound' });
    await call.advance(1500);
    const taken = call.supervisor.takeOver(() => undefined);
    const text = 'You have reached the voicemail of John, leave a message after the tone';
    call.engines[0]?.emit({ type: 'customer-text', text, language: 'en' });
    await call.advance(3000);
    expect(taken).not.toBeNull();
    expect([call.told('answered-by'), call.outcome]).toEqual([[], null]);
  });

  test('hears what the customer types, which is in the transcript once', async () => {
    const readAloud = async () => new Int16Array(4800).fill(5000);
    const call = await greeted({ services: { readAloud } });
    const heard: number[] = [];
    const taken = call.supervisor.takeOver((customer) => void heard.push(Math.max(...customer)));
    call.engines[1]?.expect('When is breakfast?');
    call.leg.type('When is breakfast?');
    await call.advance(2500);
    expect(heard.filter((level) => level >= 5000)).toHaveLength(30);
    taken?.leave();
    await call.advance(2000);
    expect(call.told('customer-said')).toMatchObject([{ text: 'When is breakfast?' }]);
  });

  test('can end the call', async () => {
    const call = await greeted();
    call.supervisor.takeOver(() => undefined)?.hangUp();
    await call.advance(100);
    expect(call.outcome).toMatchObject({ status: 'completed', reason: 'A supervisor ended the call.' });
    expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
  });

  test('loses the call when the customer hangs up', async () => {
    const call = await greeted();
    const taken = call.supervisor.takeOver(() => undefined);
    call.leg.end({ kind: 'remote-hang-up' });
    await call.advance(100);
    await taken?.done;
    expect(call.outcome).toMatchObject({ status: 'ended_by_customer' });
    expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
  });
});

test('the maximum duration includes a take-over', async () => {
  const assistant = scriptedAssistant({ initialMessage: 'Hello.', maxDurationMs: 20_000 });
  const call = await greeted({ assistant });
  await call.advance(4500);
  const taken = call.supervisor.takeOver(() => undefined);
  await call.advance(10_000);
  taken?.leave();
  await call.advance(5000);
  expect(call.outcome).toMatchObject({ reason: 'max duration' });
});

test('a call whose time ends during a take-over ends with a goodbye after it', async () => {
  const assistant = scriptedAssistant({ initialMessage: 'Hello.', maxDurationMs: 20_000 });
  const call = await greeted({ assistant });
  const taken = call.supervisor.takeOver(() => undefined);
  await call.advance(15_000);
  taken?.leave();
  await call.advance(4500);
  expect(call.told('assistant-said').at(-1)?.text).toMatch(/time/i);
  expect(call.outcome).toMatchObject({ reason: 'max duration' });
});

test('a text that was not said before a take-over is said after it', async () => {
  const call = await greeted();
  call.supervisor.say(OFFER, { interrupts: false });
  const taken = call.supervisor.takeOver(() => undefined);
  await call.advance(500);
  taken?.leave();
  await call.advance(4000);
  expect(call.told('assistant-said').map(({ text }) => text)).toContain(OFFER);
});
