import { tonePower } from '../../voice/audio/tones/goertzel.ts';
import { COLUMNS, KEYS, ROWS } from './dual-tone.ts';

/** 13 ms, because adjacent rows are 73 Hz apart and a key lasts at least 40 ms. */
export const WINDOW_SAMPLES = 104;

const RATE_HZ = 8000;
/** Power of a sine at -39 dBm0; phones send -5 to -25 dBm0. */
const MIN_POWER = 250 ** 2 / 2;
/** Twist: the column tone may be 8 dB below to 4 dB above the row tone (ITU-T Q.24), plus spectral leakage. */
const MAX_BELOW = 10 ** (12 / 10);
const MAX_ABOVE = 10 ** (6 / 10);
/** Minimum power ratio of a tone to the other tones of its group. */
const ABOVE_OTHERS = 10 ** (6 / 10);
/**
 * Minimum share of both tones in the total power. Noise at -10 dB takes a tenth, a frequency error of 1.5 % up to a
 * quarter.
 */
const MIN_SHARE = 0.7;
/** Maximum power ratio of an overtone to its tone. Speech and music have overtones, DTMF has none. */
const MAX_OVERTONE = 10 ** (-13 / 10);

interface Tone {
  index: number;
  power: number;
}

/** The DTMF key in a window, or null. @param samples 16-bit values at 8 kHz */
export function keyIn(samples: Float64Array): string | null {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  const power = energy / samples.length;
  if (power < 2 * MIN_POWER) return null;
  const row = strongestOf(samples, ROWS);
  const column = row === null ? null : strongestOf(samples, COLUMNS);
  if (row === null || column === null) return null;
  if (column.power > row.power * MAX_ABOVE || row.power > column.power * MAX_BELOW) return null;
  const together = row.power + column.power;
  if (together < power * MIN_SHARE) return null;
  if (overtone(samples, COLUMNS[column.index]) > together * MAX_OVERTONE) return null;
  return KEYS[row.index]?.[column.index] ?? null;
}

/** The strongest tone; null if none dominates. */
function strongestOf(samples: Float64Array, tones: readonly number[]): Tone | null {
  const powers = tones.map((hz) => tonePower(samples, hz, RATE_HZ));
  const power = Math.max(...powers);
  const near = powers.filter((other) => other * ABOVE_OTHERS > power).length;
  return power < MIN_POWER || near > 1 ? null : { index: powers.indexOf(power), power };
}

function overtone(samples: Float64Array, hz = 0): number {
  return tonePower(samples, 2 * hz, RATE_HZ);
}
