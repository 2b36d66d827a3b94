import { afterAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.ts';
import { seededRandom } from '../../src/core/seeded-random.ts';
import { FliteTts } from '../../src/providers/offline/flite-tts.ts';
import { gainOf, rmsDbfs } from '../../src/voice/audio/level.ts';
import { NoiseCancellation } from '../../src/voice/audio/noise/noise-cancellation.ts';
import { silentLog } from '../kit/silent-log.ts';
import { speech } from '../kit/speech.ts';

const flite = new FliteTts({ clock: systemClock });
afterAll(() => flite.close());

const TEXT = 'Hello, I would like to book a table for two people tomorrow evening. Is that possible?';

async function spoken(sampleRateHz: 8000 | 16_000): Promise<Int16Array> {
  return (await speech(flite, TEXT, { voice: 'slt', sampleRateHz })).samples;
}

function withWhiteNoise(samples: Int16Array, levelDbfs: number): Int16Array {
  const random = seededRandom(3);
  const peak = 32_768 * gainOf(levelDbfs) * Math.sqrt(3);
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, sample + peak * (2 * random() - 1))));
}

/** Cancels noise one frame at a time, as in a call. */
async function cleaned(samples: Int16Array, sampleRateHz: 8000 | 16_000): Promise<Int16Array> {
  const cancellation = new NoiseCancellation({ clock: systemClock, log: silentLog });
  const heard: Int16Array[] = [];
  const stream = cancellation.open(sampleRateHz, (frame) => heard.push(frame));
  await expect.poll(() => cancellation.isAvailable()).toBe(true);
  const frameSamples = sampleRateHz / 50;
  try {
    for (let start = 0; start + frameSamples <= samples.length; start += frameSamples) {
      const answered = heard.length + 1;
      stream.push(samples.slice(start, start + frameSamples));
      while (heard.length < answered) await new Promise((resolve) => setImmediate(resolve));
    }
  } finally {
    await cancellation.close();
  }
  return Int16Array.from(heard.flatMap((frame) => [...frame]));
}

/** Signal-to-noise ratio in dB, at the best-matching delay. */
function speechOverRestDb(clean: Int16Array, heard: Int16Array, maxDelay: number): number {
  const at = (delay: number): number => {
    let product = 0;
    let own = 0;
    let all = 0;
    for (let index = 0; index + delay < heard.length; index += 1) {
      const value = heard[index + delay] ?? 0;
      product += (clean[index] ?? 0) * value;
      own += (clean[index] ?? 0) ** 2;
      all += value ** 2;
    }
    const wanted = product ** 2 / own;
    return 10 * Math.log10(wanted / (all - wanted));
  };
  return Math.max(...Array.from({ length: maxDelay + 1 }, (_, delay) => at(delay)));
}

describe.each([8000, 16_000] as const)('noise cancellation at %i Hz', (sampleRateHz) => {
  test('improves speech in white noise by 4 dB', async () => {
    const clean = await spoken(sampleRateHz);
    const noisy = withWhiteNoise(clean, rmsDbfs(clean) - 5);
    const before = speechOverRestDb(clean, noisy, 0);
    const after = speechOverRestDb(clean, await cleaned(noisy, sampleRateHz), sampleRateHz / 40);
    expect(before).toBeCloseTo(5, 0);
    expect(after - before).toBeGreaterThan(4);
  });

  test('reduces noise alone by 15 dB after a second', async () => {
    const noise = withWhiteNoise(new Int16Array(2 * sampleRateHz), -35);
    const heard = await cleaned(noise, sampleRateHz);
    expect(rmsDbfs(heard.slice(sampleRateHz))).toBeLessThan(-50);
  });

  test('hardly changes clean speech', async () => {
    const clean = await spoken(sampleRateHz);
    const heard = await cleaned(clean, sampleRateHz);
    expect(rmsDbfs(heard)).toBeCloseTo(rmsDbfs(clean), 0);
    expect(speechOverRestDb(clean, heard, sampleRateHz / 40)).toBeGreaterThan(12);
  });
});
