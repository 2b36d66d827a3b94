import { tonePower } from '../../voice/audio/tones/goertzel.ts';
import { COLUMNS, KEYS, ROWS } from './dual-tone.ts';

/** 13 ms: neighbouring rows are 73 Hz apart, and a key lasts for 40 ms at least. */
export const WINDOW_SAMPLES = 104;

const RATE_HZ = 8000;
/** Of a sine that is 39 dB below the reference of telephones; theirs are 5 to 25 below it. */
const FAINTEST = 250 ** 2 / 2;
/** How much the column's tone may be below and above the row's: 8 and 4 dB by ITU-T Q.24, and what one adds to the other. */
const MOST_BELOW = 10 ** (12 / 10);
const MOST_ABOVE = 10 ** (6 / 10);
/** Above the other tones of its group. */
const ABOVE_OTHERS = 10 ** (6 / 10);
/** Of all sound: noise that is 10 dB below takes a tenth, tones that are 1.5 % off as much as a quarter. */
const LEAST_SHARE = 0.7;
/** Voices and instruments have overtones, keys do not. */
const MOST_OVERTONE = 10 ** (-13 / 10);

interface Tone {
  index: number;
  power: number;
}

/** The key whose two tones a window of sound consists of; null: none. @param samples of 16 bits at 8 kHz */
export function keyIn(samples: Float64Array): string | null {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  const power = energy / samples.length;
  if (power < 2 * FAINTEST) return null;
  const row = strongestOf(samples, ROWS);
  const column = row === null ? null : strongestOf(samples, COLUMNS);
  if (row === null || column === null) return null;
  if (column.power > row.power * MOST_ABOVE || row.power > column.power * MOST_BELOW) return null;
  const together = row.power + column.power;
  if (together < power * LEAST_SHARE) return null;
  if (overtone(samples, COLUMNS[column.index]) > together * MOST_OVERTONE) return null;
  return KEYS[row.index]?.[column.index] ?? null;
}

/** Null: none stands out. */
function strongestOf(samples: Float64Array, tones: readonly number[]): Tone | null {
  const powers = tones.map((hz) => tonePower(samples, hz, RATE_HZ));
  const power = Math.max(...powers);
  const near = powers.filter((other) => other * ABOVE_OTHERS > power).length;
  return power < FAINTEST || near > 1 ? null : { index: powers.indexOf(power), power };
}

function overtone(samples: Float64Array, hz = 0): number {
  return tonePower(samples, 2 * hz, RATE_HZ);
}
