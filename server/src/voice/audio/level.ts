/** Level of digital silence: below the smallest 16-bit step. */
const SILENCE_DBFS = -100;

/** RMS level relative to a full-scale square wave (a full-scale sine is -3 dBFS); silence is -100. */
export function rmsDbfs(samples: Int16Array): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += (samples[index] ?? 0) ** 2;
  if (sum === 0) return SILENCE_DBFS;
  return 10 * Math.log10(sum / samples.length) - FULL_SCALE_DB;
}

const FULL_SCALE_DB = 20 * Math.log10(32_768);

/** Linear gain for a change in dB. */
export function gainOf(decibels: number): number {
  return 10 ** (decibels / 20);
}
