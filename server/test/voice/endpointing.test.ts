import { expect, test } from 'vitest';
import type { TurnPrediction } from '../../src/voice/turn-detector/turn-detector.ts';
import { scriptedAssistant } from '../kit/voice/scripted-assistant.ts';
import { type VoiceCall, voiceCall } from '../kit/voice/voice-call.ts';

const ANSWER = 'We open at nine.';

async function greeted(
  settings: Parameters<typeof scriptedAssistant>[0],
  prediction?: TurnPrediction,
): Promise<VoiceCall> {
  const turnDetector = prediction === undefined ? null : { predict: async () => prediction };
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', ...settings }),
    engine: { answers: [ANSWER] },
    services: { turnDetector },
  });
  await call.advance(1000);
  return call;
}

/** Time from the customer's last sound to the first sound of the answer; null if it was not heard. */
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

test('endpoint_type vad with zero silence still waits for the end of speech', async () => {
  const afterMs = await answeredAfterMs(await greeted({ endpointSilenceMs: 0 }));
  expect(afterMs).toBeGreaterThan(0);
  expect(afterMs).toBeLessThanOrEqual(120);
});

test('endpoint_type vad does not end the turn at a pause shorter than its silence', async () => {
  const call = await greeted({ endpointSilenceMs: 700 });
  await call.speak('When do', 600);
  await call.advance(600);
  await call.speak('you open?', 600);
  await call.advance(1500);
  expect(call.engines[0]?.asked.filter((one) => one === 'answer')).toHaveLength(1);
  expect(call.told('interrupted')).toEqual([]);
});

test.each<[string, TurnPrediction, number]>([
  ['complete speech is answered immediately', 'complete', 300],
  ['incomplete speech is answered after three seconds', 'incomplete', 3020],
  ['speech without a prediction is answered after the silence', 'unknown', 1000],
])('endpoint_type ai: %s', async (_, prediction, expectedMs) => {
  const call = await greeted({ endpointType: 'ai', endpointSilenceMs: 1000 }, prediction);
  const afterMs = await answeredAfterMs(call);
  expect(afterMs).toBeGreaterThanOrEqual(expectedMs - 70);
  expect(afterMs).toBeLessThanOrEqual(expectedMs + 70);
});

test.each<[TurnPrediction, number]>([
  ['complete', 1250],
  ['incomplete', 5000],
  ['unknown', 5000],
])('endpoint_type ai with 5 s of silence answers %s speech after %i ms', async (prediction, expectedMs) => {
  const call = await greeted({ endpointType: 'ai', endpointSilenceMs: 5000 }, prediction);
  const afterMs = await answeredAfterMs(call);
  expect(afterMs).toBeGreaterThanOrEqual(expectedMs - 70);
  expect(afterMs).toBeLessThanOrEqual(expectedMs + 70);
});

test('endpoint_type ai without a turn detector uses silence', async () => {
  const call = await greeted({ endpointType: 'ai', endpointSilenceMs: 400 });
  expect(await answeredAfterMs(call)).toBeLessThanOrEqual(480);
});

test('the turn detector gets the last audio and the transcript', async () => {
  const heard: { samples: number; loud: boolean; text: string; language: string }[] = [];
  const call = voiceCall({
    assistant: scriptedAssistant({ initialMessage: 'Hello.', endpointType: 'ai' }),
    services: {
      turnDetector: {
        predict: async ({ samples, text, language }) => {
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

test('missing audio counts as silence', async () => {
  const call = await greeted({ endpointSilenceMs: 500 });
  call.leg.sendsSilence = false;
  expect(await answeredAfterMs(call)).toBeLessThanOrEqual(620);
});

test('a transcript without detected speech is answered', async () => {
  const call = await greeted({});
  call.engines[0]?.emit({ type: 'customer-text', text: 'Are you open?', language: 'en' });
  await call.advance(1500);
  expect(call.heard(ANSWER)).not.toBeNull();
});

test('reports the parts of the latency, which add up', async () => {
  const call = await greeted({ endpointSilenceMs: 500 });
  await answeredAfterMs(call);
  const latency = call.told('turn-answered')[0]?.latency;
  expect(latency?.endpointMs).toBeGreaterThanOrEqual(490);
  expect(latency?.totalMs).toBeGreaterThanOrEqual(latency?.endpointMs ?? 0);
  expect(latency?.totalMs).toBeLessThanOrEqual(580);
});
