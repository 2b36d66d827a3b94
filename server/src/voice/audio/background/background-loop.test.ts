import { expect, test } from 'vitest';
import { rmsDbfs } from '../level.ts';
import { BACKGROUND_LEVEL_DBFS, type BackgroundSoundName, backgroundLoop } from './background-loop.ts';

const NAMES: readonly BackgroundSoundName[] = [
  'office',
  'city',
  'forest',
  'crowded_room',
  'cafe',
  'nature',
  'hold-music',
];
const RATES = [8000, 16_000] as const;

test.each(NAMES.flatMap((name) => RATES.map((rateHz) => ({ name, rateHz }))))(
  '$name at $rateHz Hz has the common level and loops without a click',
  ({ name, rateHz }) => {
    const samples = backgroundLoop(name, rateHz);
    expect(samples).toHaveLength(16 * rateHz);
    expect(rmsDbfs(samples)).toBeCloseTo(BACKGROUND_LEVEL_DBFS, 0);
    expect(samples.every((sample) => Math.abs(sample) < 12_000)).toBe(true);
    const steps = samples.map((value, index) => Math.abs(value - (samples[index - 1] ?? value)));
    const seam = Math.abs((samples[0] ?? 0) - (samples.at(-1) ?? 0));
    expect(seam).toBeLessThanOrEqual(steps.sort()[Math.floor(steps.length * 0.999)] ?? 0);
  },
);
