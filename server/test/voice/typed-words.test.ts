import { expect, test } from 'vitest';
import { decodeUlaw } from '../../src/core/g711.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { voiceCall } from '../kit/voice/voice-call.ts';

const LONG = 'One two three four five six seven eight nine ten.';

test('typed text ends the turn immediately', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }),
    engine: { answers: ['At nine.'] },
  });
  await call.advance(1000);
  call.leg.type('When do you open?');
  await call.advance(800);
  expect(call.heard('At nine.')?.fromMs).toBeLessThanOrEqual(1060);
  expect(call.told('customer-said')).toMatchObject([{ text: 'When do you open?' }]);
  expect(call.engines[0]?.asked.filter((one) => one === 'answer')).toHaveLength(1);
});

test('typed text interrupts', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: LONG }),
    engine: { answers: ['At nine.'] },
  });
  await call.advance(500);
  call.leg.type('When?');
  await call.advance(1000);
  expect(call.told('interrupted')).toHaveLength(1);
  expect(call.heard(LONG)?.frames).toBeLessThanOrEqual(26);
  expect(call.heard('At nine.')).not.toBeNull();
});

test('estimates the heard part of a greeting without word timings by a slow speaking rate', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: LONG }),
    engine: { answers: ['At nine.'], neverSays: (text) => text === LONG },
  });
  await call.advance(20);
  call.engines[0]?.emit({
    type: 'reply-audio',
    replyId: 'reply-1',
    samples: new Int16Array(16_000).fill(500),
  });
  await call.advance(1000);
  call.leg.type('When?');
  await call.advance(1000);
  expect(call.told('assistant-said')[0]).toMatchObject({ text: 'One two', interrupted: true });
  expect(call.engines[0]?.asked).toContain('interrupt reply-1 One two');
});

test('allow_interruptions false: typed text waits for the end of the reply', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: LONG, allowInterruptions: false }),
    engine: { answers: ['At nine.'] },
  });
  await call.advance(500);
  call.leg.type('When?');
  await call.advance(3000);
  expect(call.heard(LONG)?.frames).toBe(100);
  expect(call.heard('At nine.')?.fromMs).toBeGreaterThan(call.heard(LONG)?.toMs ?? 0);
});

test('keys that no tool collects are passed to the model together as text', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.' }),
    engine: { answers: ['I see.'] },
  });
  await call.advance(1000);
  for (const digit of ['4', '2', '#']) {
    call.leg.press(digit);
    await call.advance(300);
  }
  await call.advance(3000);
  expect(call.told('digit').map(({ digit }) => digit)).toEqual(['4', '2', '#']);
  expect(call.engines[0]?.asked).toContain('read (Keys pressed on the phone: 42#)');
  expect(call.heard('I see.')).not.toBeNull();
});

test.each([
  [true, ['read What is this about?']],
  [false, []],
])('transcripts of the leg reach only assistants without STT (without: %s)', async (isTextOnly, reads) => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: LONG }),
    engine: { answers: ['The flour.'], isTextOnly },
  });
  await call.advance(500);
  call.leg.word('What is this about?');
  await call.advance(100);
  const engine = call.engines[0];
  expect(engine?.asked.filter((one) => one.startsWith('read '))).toEqual(reads);
  // Silence ends the turn as usual; text alone does not.
  expect(engine?.asked).not.toContain('answer');
});

test.each([true, false])('records typed text as speech (with microphone: %s)', async (isHeard) => {
  const asked: unknown[] = [];
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', record: true }),
    engine: { answers: ['At nine.'] },
    services: {
      readAloud: async (...about) => {
        asked.push(about.slice(0, 2));
        return new Int16Array(4000).fill(5000);
      },
    },
  });
  call.leg.sendsSilence = isHeard;
  await call.advance(1000);
  call.leg.type('When do you open?');
  await call.advance(1500);
  call.leg.end({ kind: 'remote-hang-up' });
  await call.advance(20);
  expect(asked).toEqual([['When do you open?', 8000]]);
  const left = decodeUlaw(Buffer.concat(call.chunks).filter((_, index) => index % 2 === 0));
  const loud = [...left.keys()].filter((index) => Math.abs(left[index] ?? 0) > 4000);
  expect(loud).toHaveLength(4000);
  expect((loud.at(-1) ?? 0) - (loud[0] ?? 0)).toBe(3999);
  expect((loud[0] ?? 0) / 8).toBeCloseTo(1000, -2);
  // The assistant has already read the text, so its speech gets no second turn.
  expect(call.told('customer-said')).toHaveLength(1);
  expect(call.engines[0]?.asked.filter((one) => one === 'answer')).toHaveLength(1);
});

test('answers typed text that cannot be synthesized for the recording', async () => {
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', record: true }),
    engine: { answers: ['At nine.'] },
    services: { readAloud: () => Promise.reject(new Error('No thread is left.')) },
  });
  await call.advance(1000);
  call.leg.type('When do you open?');
  await call.advance(800);
  expect(call.heard('At nine.')).not.toBeNull();
});
