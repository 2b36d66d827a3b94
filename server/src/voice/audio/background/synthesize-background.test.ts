import { describe, expect, test } from 'vitest';
import { rmsDbfs } from '../level.ts';
import { filtered, highPass, lowPass } from './filters.ts';
import {
  BACKGROUND_LEVEL_DBFS,
  type BackgroundSoundName,
  synthesizeBackground,
} from './synthesize-background.ts';

const NAMES: readonly BackgroundSoundName[] = [
  'office',
  'city',
  'forest',
  'crowded_room',
  'cafe',
  'nature',
  'hold-music',
];
const EDGES_HZ = [250, 500, 1000, 2000, 3000];
const RATE_HZ = 8000;

const backgroundAudio = new Map(NAMES.map((name) => [name, synthesizeBackground(name, RATE_HZ)]));
const backgroundOf = (name: BackgroundSoundName): Int16Array =>
  backgroundAudio.get(name) ?? new Int16Array(0);

/** Level of each band relative to the whole, in dB. */
function spectrum(samples: Int16Array): number[] {
  const sound = Float32Array.from(samples);
  return [0, ...EDGES_HZ].map((from, index) => {
    const to = EDGES_HZ[index];
    const above =
      from === 0 ? sound : filtered(filtered(sound, highPass(from, RATE_HZ)), highPass(from, RATE_HZ));
    const band =
      to === undefined ? above : filtered(filtered(above, lowPass(to, RATE_HZ)), lowPass(to, RATE_HZ));
    return rmsDbfs(Int16Array.from(band)) - rmsDbfs(samples);
  });
}

/** Level changes between tenths of a second, in dB. */
function restlessness(samples: Int16Array): number {
  const levels = Array.from({ length: samples.length / 800 }, (_, index) =>
    rmsDbfs(samples.subarray(index * 800, (index + 1) * 800)),
  );
  const moves = levels.slice(1).map((level, index) => Math.abs(level - (levels[index] ?? 0)));
  return moves.reduce((sum, move) => sum + move, 0) / moves.length;
}

const spectra = new Map(NAMES.map((name) => [name, spectrum(backgroundOf(name))]));
const bandsOf = (name: BackgroundSoundName): number[] => spectra.get(name) ?? [];

describe.each(NAMES)('%s', (name) => {
  test('has the common level and never clips', () => {
    expect(rmsDbfs(backgroundOf(name))).toBeCloseTo(BACKGROUND_LEVEL_DBFS, 0);
    expect(backgroundOf(name).every((sample) => Math.abs(sample) < 12_000)).toBe(true);
  });

  test('loops without a click', () => {
    const samples = backgroundOf(name);
    const steps = samples.map((value, index) => Math.abs(value - (samples[index - 1] ?? value)));
    const seam = Math.abs((samples[0] ?? 0) - (samples.at(-1) ?? 0));
    const ordinary = steps.toSorted((one, other) => one - other)[Math.floor(steps.length * 0.999)] ?? 0;
    expect(seam).toBeLessThanOrEqual(ordinary);
  });

  test('differs from the others', () => {
    for (const other of NAMES.filter((one) => one !== name)) {
      const distance = bandsOf(name).reduce(
        (sum, level, band) => sum + Math.abs(level - (bandsOf(other)[band] ?? 0)),
        0,
      );
      expect(distance, `${name} and ${other}`).toBeGreaterThan(15);
    }
  });

  test('is deterministic, with more samples at a higher rate', () => {
    expect(synthesizeBackground(name, RATE_HZ)).toEqual(backgroundOf(name));
    expect(synthesizeBackground(name, 16_000).length).toBe(2 * backgroundOf(name).length);
  });
});

test('city has low-frequency rumble, forest has none', () => {
  expect(bandsOf('city')[0]).toBeGreaterThan(-4);
  expect(bandsOf('forest')[0]).toBeLessThan(-20);
  const birds = (bandsOf('forest')[4] ?? 0) - (bandsOf('city')[4] ?? 0);
  expect(birds).toBeGreaterThan(15);
});

test('crowded room has speech, cafe has transients', () => {
  const [, low = 0, middle = 0] = bandsOf('crowded_room');
  expect(Math.max(low, middle)).toBeGreaterThan(-10);
  expect((bandsOf('cafe')[5] ?? 0) - (bandsOf('crowded_room')[5] ?? 0)).toBeGreaterThan(15);
});

test('office varies less than cafe', () => {
  expect(restlessness(backgroundOf('office'))).toBeLessThan(restlessness(backgroundOf('cafe')));
});
