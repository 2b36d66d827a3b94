import { expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { seededRandom } from '../../src/core/seeded-random.ts';
import { backgroundLoop } from '../../src/voice/audio/background/background-loop.ts';
import { FRAME_MS } from '../../src/voice/legs/media-leg.ts';
import { AudioInput } from '../../src/voice/session/audio-input.ts';
import { REPEATABLE_SPEECH_MS } from '../../src/voice/session/decide-answer.ts';
import { ModelVoiceActivityDetector } from '../../src/voice/vad/model-detector.ts';
import { eventually } from '../kit/eventually.ts';
import { endsWithTest } from '../kit/left-running.ts';
import { silentLog } from '../kit/silent-log.ts';

const RATE_HZ = 8000;
const SECONDS = 6;
const LENGTH = SECONDS * RATE_HZ;
const FRAME = (FRAME_MS * RATE_HZ) / 1000;

const random = seededRandom(11);
const white = (): number => 16_000 * (2 * random() - 1);
const atMs = (index: number): number => (index * 1000) / RATE_HZ;
const sound = (sample: (index: number) => number): Int16Array =>
  Int16Array.from({ length: LENGTH }, (_, index) => Math.round(sample(index)));
const tone = (hz: number, index: number): number => 8_000 * Math.sin((2 * Math.PI * hz * index) / RATE_HZ);
/** The first seconds of a background sound. */
const looped = (name: Parameters<typeof backgroundLoop>[0], seconds = SECONDS): Int16Array =>
  backgroundLoop(name, RATE_HZ).slice(0, seconds * RATE_HZ);

const NOISES: readonly [string, Int16Array][] = [
  ['bursts of noise', sound((index) => (atMs(index) % 1500 < 300 ? white() : 0))],
  ['clicks', sound((index) => (atMs(index) % 700 < 10 ? white() : 0))],
  ['a steady hiss', sound(() => white() / 8)],
  ['a tone', sound((index) => tone(440, index))],
  ['pressed keys', sound((index) => (atMs(index) % 400 < 120 ? tone(770, index) + tone(1336, index) : 0))],
  ['ringing', sound((index) => (atMs(index) % 3000 < 1000 ? tone(425, index) : 0))],
  ['music on hold', looped('hold-music')],
  ['an office', looped('office')],
  ['a street', looped('city')],
  ['a murmuring crowd', looped('crowded_room', 16)],
];

/** The longest speech that the audio input reports for a sound, in ms. */
async function longestSpeechMs(samples: Int16Array): Promise<number> {
  const voiceActivity = new ModelVoiceActivityDetector({ clock: systemClock, log: silentLog });
  endsWithTest(() => voiceActivity.close());
  expect(await voiceActivity.start()).toBe('model');
  const voiced = [0];
  const input = new AudioInput({
    services: {
      voiceActivity,
      noiseCanceller: { open: (_, listener) => ({ push: listener, close: () => undefined }) },
    },
    sampleRateHz: RATE_HZ,
    output: () => undefined,
    listener: (event) => {
      if (event.type === 'speech-stopped') voiced.push(event.voicedMs);
    },
  });
  const processed = (untilMs: number): Promise<number> =>
    eventually(
      async () => input.segments.processedUntilMs,
      (doneMs) => doneMs > untilMs - 100,
    );
  for (let start = 0; start + FRAME <= samples.length; start += FRAME) {
    const startMs = atMs(start);
    input.pushAudio(samples.slice(start, start + FRAME), startMs, 'nobody');
    // The detector queues at most a second.
    if (startMs > 0 && startMs % 500 === 0) await processed(startMs);
  }
  await processed(atMs(samples.length));
  input.reset();
  input.close();
  return Math.max(...voiced);
}

test.each(NOISES)('does not take %s for clear speech', async (_, samples) => {
  expect(await longestSpeechMs(samples)).toBeLessThan(REPEATABLE_SPEECH_MS);
});
