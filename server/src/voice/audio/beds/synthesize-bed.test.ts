import { describe, expect, test } from 'vitest';
import { rmsDbfs } from '../level.ts';
import { filtered, highPass, lowPass } from './filters.ts';
import { BED_LEVEL_DBFS, type BedName, synthesizeBed } from './synthesize-bed.ts';

const NAMES: readonly BedName[] = [
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

const beds = new Map(NAMES.map((name) => [name, synthesizeBed(name, RATE_HZ)]));
const bedOf = (name: BedName): Int16Array => beds.get(name) ?? new Int16Array(0);

/** Level of each band, in dB below the whole. */
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

/** How the level moves from tenth to tenth of a second, in dB. */
function restlessness(samples: Int16Array): number {
  const levels = Array.from({ length: samples.length / 800 }, (_, index) =>
    rmsDbfs(samples.subarray(index * 800, (index + 1) * 800)),
  );
  const moves = levels.slice(1).map((level, index) => Math.abs(level - (levels[index] ?? 0)));
  return moves.reduce((sum, move) => sum + move, 0) / moves.length;
}

const spectra = new Map(NAMES.map((name) => [name, spectrum(bedOf(name))]));
const bandsOf = (name: BedName): number[] => spectra.get(name) ?? [];

describe.each(NAMES)('%s', (name) => {
  test('is as loud as every other, and never clips', () => {
    expect(rmsDbfs(bedOf(name))).toBeCloseTo(BED_LEVEL_DBFS, 0);
    expect(bedOf(name).every((sample) => Math.abs(sample) < 12_000)).toBe(true);
  });

  test('has no seam', () => {
    const samples = bedOf(name);
    const steps = samples.map((value, index) => Math.abs(value - (samples[index - 1] ?? value)));
    const seam = Math.abs((samples[0] ?? 0) - (samples.at(-1) ?? 0));
    const ordinary = steps.toSorted((one, other) => one - other)[Math.floor(steps.length * 0.999)] ?? 0;
    expect(seam).toBeLessThanOrEqual(ordinary);
  });

  test('sounds unlike every other', () => {
    for (const other of NAMES.filter((one) => one !== name)) {
      const distance = bandsOf(name).reduce(
        (sum, level, band) => sum + Math.abs(level - (bandsOf(other)[band] ?? 0)),
        0,
      );
      expect(distance, `${name} and ${other}`).toBeGreaterThan(15);
    }
  });

  test('is the same every time, and longer at a higher rate', () => {
    expect(synthesizeBed(name, RATE_HZ)).toEqual(bedOf(name));
    expect(synthesizeBed(name, 16_000).length).toBe(2 * bedOf(name).length);
  });
});

test('a city rumbles, a forest does not', () => {
  expect(bandsOf('city')[0]).toBeGreaterThan(-4);
  expect(bandsOf('forest')[0]).toBeLessThan(-20);
  const birds = (bandsOf('forest')[4] ?? 0) - (bandsOf('city')[4] ?? 0);
  expect(birds).toBeGreaterThan(15);
});

test('people talk in a room, and cups fall in a cafe', () => {
  const [, low = 0, middle = 0] = bandsOf('crowded_room');
  expect(Math.max(low, middle)).toBeGreaterThan(-10);
  expect((bandsOf('cafe')[5] ?? 0) - (bandsOf('crowded_room')[5] ?? 0)).toBeGreaterThan(15);
});

test('an office is calmer than a cafe', () => {
  expect(restlessness(bedOf('office'))).toBeLessThan(restlessness(bedOf('cafe')));
});
