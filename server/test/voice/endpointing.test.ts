import { expect, test } from 'vitest';
import type { Judgement } from '../../src/voice/hearing/end-of-turn.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const ANSWER = 'We open at nine.';

async function greeted(
  settings: Parameters<typeof scriptedAssistant>[0],
  judgement?: Judgement,
): Promise<VoiceCall> {
  const endOfTurn = judgement === undefined ? null : { judge: async () => judgement };
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', ...settings }),
    engine: { answers: [ANSWER] },
    services: { endOfTurn },
  });
  await call.advance(1000);
  return call;
}

/** From the customer's last sound to the first of the answer. */
async function answeredAfterMs(call: VoiceCall): Promise<number | null> {
  await call.speak('When do you open?', 1000);
  const endedMs = call.nowMs();
  await call.advance(6000);
  const answer = call.heard(ANSWER);
  return answer === null ? null : answer.fromMs - endedMs;
}

test.each([
  [100, 100],
  [300, 300],
  [500, 500],
  [1500, 1500],
  [5000, 5000],
])(
  'endpoint_type vad with %i ms of silence answers after about %i ms',
  async (endpointSilenceMs, expectedMs) => {
    const afterMs = await answeredAfterMs(await greeted({ endpointSilenceMs }));
    expect(afterMs).toBeGreaterThanOrEqual(expectedMs - 40);
    expect(afterMs).toBeLessThanOrEqual(expectedMs + 80);
  },
);

test('no silence at all still waits for the sound to end', async () => {
  const afterMs = await answeredAfterMs(await greeted({ endpointSilenceMs: 0 }));
  expect(afterMs).toBeGreaterThan(0);
  expect(afterMs).toBeLessThanOrEqual(120);
});

test('a pause that is shorter than the silence asked for does not end the turn', async () => {
  const call = await greeted({ endpointSilenceMs: 700 });
  await call.speak('When do', 600);
  await call.advance(600);
  await call.speak('you open?', 600);
  await call.advance(1500);
  expect(call.engines[0]?.asked.filter((one) => one === 'answer')).toHaveLength(1);
  expect(call.told('interrupted')).toEqual([]);
});

test.each<[string, Judgement, number]>([
  ['complete answers at once', 'complete', 300],
  ['incomplete waits for three seconds', 'incomplete', 3020],
  ['a judge that cannot tell leaves it to the silence', 'unknown', 1000],
])('endpoint_type ai: %s', async (_, judgement, expectedMs) => {
  const call = await greeted({ endpointType: 'ai', endpointSilenceMs: 1000 }, judgement);
  const afterMs = await answeredAfterMs(call);
  expect(afterMs).toBeGreaterThanOrEqual(expectedMs - 70);
  expect(afterMs).toBeLessThanOrEqual(expectedMs + 70);
});

test.each<[Judgement, number]>([
  ['complete', 1250],
  ['incomplete', 5000],
  ['unknown', 5000],
])('endpoint_type ai of a patient assistant: %s', async (judgement, expectedMs) => {
  const call = await greeted({ endpointType: 'ai', endpointSilenceMs: 5000 }, judgement);
  const afterMs = await answeredAfterMs(call);
  expect(afterMs).toBeGreaterThanOrEqual(expectedMs - 70);
  expect(afterMs).toBeLessThanOrEqual(expectedMs + 70);
});

test('endpoint_type ai without a judge goes by silence', async () => {
  const call = await greeted({ endpointType: 'ai', endpointSilenceMs: 400 });
  expect(await answeredAfterMs(call)).toBeLessThanOrEqual(480);
});

test('the judge hears the end of what was said, and its words', async () => {
  const heard: { samples: number; loud: boolean; text: string; language: string }[] = [];
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', endpointType: 'ai' }),
    services: {
      endOfTurn: {
        judge: async ({ samples, text, language }) => {
          heard.push({
            samples: samples.length,
            loud: samples.some((sample) => sample > 1000),
            text,
            language,
          });
          return 'complete';
        },
      },
    },
  });
  await call.advance(1000);
  await call.speak('When do you open?', 1000);
  await call.advance(1000);
  expect(heard.at(-1)).toMatchObject({ loud: true, text: 'When do you open?', language: 'en' });
  expect(heard.at(-1)?.samples).toBeGreaterThan(8000);
});

test('sound that stops coming is silence', async () => {
  const call = await greeted({ endpointSilenceMs: 500 });
  call.leg.sendsSilence = false;
  expect(await answeredAfterMs(call)).toBeLessThanOrEqual(620);
});

test('words that the detector did not hear are answered too', async () => {
  const call = await greeted({});
  call.engines[0]?.emit({ type: 'customer-text', text: 'Are you open?', language: 'en' });
  await call.advance(1500);
  expect(call.heard(ANSWER)).not.toBeNull();
});

test('the parts of the wait are told and add up', async () => {
  const call = await greeted({ endpointSilenceMs: 500 });
  await answeredAfterMs(call);
  const latency = call.told('turn-answered')[0]?.latency;
  expect(latency?.endpointMs).toBeGreaterThanOrEqual(490);
  expect(latency?.totalMs).toBeGreaterThanOrEqual(latency?.endpointMs ?? 0);
  expect(latency?.totalMs).toBeLessThanOrEqual(580);
});
