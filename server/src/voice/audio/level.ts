/** What silence counts as: below the smallest step of 16 bits. */
const SILENCE_DBFS = -100;

/** Mean level in dB below a square wave of full scale (a sine of full scale is -3); silence is -100. */
export function rmsDbfs(samples: Int16Array): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += (samples[index] ?? 0) ** 2;
  if (sum === 0) return SILENCE_DBFS;
  return 10 * Math.log10(sum / samples.length) - FULL_SCALE_DB;
}

const FULL_SCALE_DB = 20 * Math.log10(32_768);

/** The factor for a change by `decibels`. */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}
