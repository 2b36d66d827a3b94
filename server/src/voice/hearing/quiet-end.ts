import { rmsDbfs } from '../audio/level.ts';

/** 4 ms: shorter than the period of a deep voice would tell its waves from each other. */
const STEP_SAMPLES = 32;
const STEP_MS = 4;
/** Comfort noise and quiet lines lie below. */
const QUIET_DBFS = -52;
/** Below the loudest of the piece: softer than the ends of its words. */
const QUIET_BELOW_LOUDEST_DB = 26;

/**
 * How long the end of a piece of sound is quiet: a detector tells of 32 ms at once, and somebody who stops speaking in their
 * middle is not to wait for the rest.
 * @param samples mono at 8 kHz
 * @returns milliseconds, in steps of four; a piece without any sound is quiet as a whole
 */
export function quietEndMs(samples: Int16Array): number {
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += STEP_SAMPLES) {
    levels.push(rmsDbfs(samples.subarray(start, start + STEP_SAMPLES)));
  }
  const quietDbfs = Math.max(QUIET_DBFS, Math.max(...levels) - QUIET_BELOW_LOUDEST_DB);
  const lastLoud = levels.findLastIndex((level) => level > quietDbfs);
  return (levels.length - 1 - lastLoud) * STEP_MS;
}
