import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { voiceCall } from '../kit/voice/voice-call.ts';

const SORRY = 'Sorry, I did not get that. Could you say it again?';
const GREETING = 'Hello, this is Mill.';

test('an inbound call starts with the rendered greeting', async () => {
  const call = voiceCall();
  await call.advance(1500);
  expect(call.heard(GREETING)).toMatchObject({ frames: 40 });
  expect(call.heard(GREETING)?.fromMs).toBeLessThanOrEqual(60);
  expect(call.told('assistant-said')).toMatchObject([{ text: GREETING, interrupted: false }]);
  expect(call.engines[0]?.asked).toEqual([`say ${GREETING}`, 'played reply-1']);
});

test('does not render variables inside values', async () => {
  const plain = scriptedAssistant({ initialMessage: 'Hello {{name}}.' });
  const variables = { name: '{{note}}', note: 'SECRET' };
  const call = voiceCall({ assistant: { ...plain, persona: { ...plain.persona, variables } } });
  await call.advance(1500);
  expect(call.told('assistant-said')).toMatchObject([{ text: 'Hello {{note}}.' }]);
});

test('answers after the configured silence', async () => {
  const call = voiceCall({ engine: { answers: ['We open at nine.'] } });
  await call.advance(2000);
  await call.speak('When do you open?', 1000);
  const endedMs = call.nowMs();
  await call.advance(2000);
  const answer = call.heard('We open at nine.');
  expect(answer?.fromMs).toBeGreaterThanOrEqual(endedMs + 500);
  expect(answer?.fromMs).toBeLessThanOrEqual(endedMs + 580);
  expect(call.told('customer-said')).toMatchObject([{ text: 'When do you open?' }]);
  expect(call.told('turn-answered')).toHaveLength(1);
  expect(call.told('turn-answered')[0]?.latency.totalMs).toBeGreaterThanOrEqual(500);
  expect(call.told('interrupted')).toEqual([]);
});

test('reports the heard part of the greeting when the customer hangs up', async () => {
  const call = voiceCall();
  await call.advance(460);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(call.outcome).toEqual({
    status: 'ended_by_customer',
    reason: 'the customer hung up',
    durationMs: 460,
    answeredBy: null,
  });
  expect(call.told('assistant-said')).toMatchObject([{ text: 'Hello, this', interrupted: true }]);
  expect(call.remains()).toEqual({ tickers: 0, streams: 0 });
});

test('a customer can interrupt the greeting', async () => {
  const assistant = scriptedAssistant({
    initialMessage: 'One two three four five six seven eight nine ten.',
  });
  const call = voiceCall({ assistant, engine: { answers: ['Sure.'] } });
  await call.advance(1000);
  const beganMs = call.nowMs();
  await call.speak('Stop, I have a question.', 800);
  await call.advance(1500);
  const greeting = call.heard('One two three four five six seven eight nine ten.');
  expect(greeting?.toMs).toBeLessThanOrEqual(beganMs + 120);
  expect(call.told('interrupted')).toHaveLength(1);
  expect(call.told('assistant-said')[0]).toMatchObject({
    text: 'One two three four five',
    interrupted: true,
  });
  expect(call.heard('Sure.')).not.toBeNull();
});

test.each([
  ['nothing intelligible', '', 300],
  ['nothing intelligible', '', 900],
  ['nothing intelligible for longer than a hello', '', 2400],
  ['a hello', 'Hello?', 600],
  ['a long hello', 'Hello? Hello?', 2400],
])('a customer who says %s before the greeting is greeted', async (_, words, lastsMs) => {
  const call = voiceCall({ engine: { sayDelayMs: 800, answers: [words] } });
  await call.advance(100);
  await call.speak(words, lastsMs);
  await call.advance(4000);
  expect(call.told('assistant-said')).toMatchObject([{ text: GREETING, interrupted: false }]);
  expect(call.heard(GREETING)).toMatchObject({ frames: 40 });
});

test.each(['When is breakfast?', 'Good morning, when do you serve breakfast?'])(
  'a customer who asks "%s" before the greeting is answered',
  async (question) => {
    const call = voiceCall({ engine: { sayDelayMs: 800, answers: ['At seven.'] } });
    await call.advance(100);
    await call.speak(question);
    await call.advance(3000);
    expect(call.told('assistant-said').map(({ text }) => text)).toEqual(['At seven.']);
  },
);

test('a customer with untranscribed speech before the greeting is greeted once', async () => {
  const call = voiceCall({ engine: { sayDelayMs: 800, answers: ['', 'At seven.', ''] } });
  await call.advance(100);
  await call.speak('', 2400);
  await call.advance(4000);
  await call.speak('When do you serve breakfast?');
  await call.advance(3000);
  await call.speak('', 900);
  await call.advance(4000);
  expect(call.told('assistant-said').map(({ text }) => text)).toEqual([GREETING, 'At seven.', SORRY]);
});

test.each([
  ['and then says hello is', 4000, 'Hello?', 600],
  ['is', 4000, '', 0],
])(
  'wait_for_customer: a customer with long untranscribed speech %s greeted once',
  async (_, quietMs, words, lastsMs) => {
    const assistant = scriptedAssistant({ waitForCustomer: true });
    const call = voiceCall({ assistant, engine: { answers: [''] } });
    await call.advance(500);
    await call.speak('', 2400);
    await call.advance(quietMs);
    expect(call.told('customer-said')).toEqual([]);
    await call.speak(words, lastsMs);
    await call.advance(3000);
    expect(call.told('assistant-said')).toMatchObject([{ text: GREETING, interrupted: false }]);
  },
);

test('noises before the greeting only delay it', async () => {
  const call = voiceCall({ engine: { sayDelayMs: 800, answers: [{ text: '', delayMs: 1500 }] } });
  await call.advance(100);
  await call.speak('', 2400);
  await call.advance(1000);
  await call.speak('', 900);
  await call.advance(5000);
  expect(call.told('assistant-said')).toMatchObject([{ text: GREETING, interrupted: false }]);
});

test('noises split the greeting without losing or repeating a word', async () => {
  const greeting = 'One two three four five six seven eight nine ten eleven twelve.';
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        noises: fc.array(
          fc.record({
            afterMs: fc.integer({ min: 0, max: 4000 }),
            lastsMs: fc.integer({ min: 20, max: 3000 }),
          }),
          { maxLength: 5 },
        ),
        sayDelayMs: fc.constantFrom(0, 300, 1500),
        answer: fc.record({ text: fc.constant(''), delayMs: fc.constantFrom(0, 40, 1200) }),
        hasTurnDetection: fc.boolean(),
        bufferMs: fc.constantFrom(0, 200),
        interruptAfterMs: fc.constantFrom(0, 300, 1000),
      }),
      async ({ noises, sayDelayMs, answer, hasTurnDetection, bufferMs, interruptAfterMs }) => {
        const call = voiceCall({
          assistant: scriptedAssistant({ initialMessage: greeting, interruptAfterMs, maxSilenceMs: 200_000 }),
          // A text-only engine does not ask the customer to repeat.
          engine: { sayDelayMs, answers: [answer], hasTurnDetection, isTextOnly: true },
          leg: { bufferMs },
        });
        for (const { afterMs, lastsMs } of noises) {
          await call.advance(afterMs);
          await call.speak('', lastsMs);
        }
        await call.advance(15_000);
        const said = call.told('assistant-said').map(({ text }) => text);
        expect(said.join(' ')).toBe(greeting);
      },
    ),
    { numRuns: 100 },
  );
});
