import { rmsDbfs } from '../audio/level.ts';

/** 4 ms; shorter steps would resolve single periods of a deep voice. */
const STEP_SAMPLES = 32;
const STEP_MS = 4;
/** Comfort noise and quiet lines are below this. */
const QUIET_DBFS = -52;
/** Relative to the loudest step: softer than word endings. */
const QUIET_BELOW_LOUDEST_DB = 26;

/**
 * Duration of the silence at the end of a frame. VAD reports 32 ms frames; speech that stops inside one should not
 * wait for its end.
 * @param samples mono at 8 kHz
 * @returns milliseconds, in steps of four; the whole frame if it is silent
 */
export function trailingSilenceMs(samples: Int16Array): number {
  const levels: number[] = [];
  for (let start = 0; start < samples.length; start += STEP_SAMPLES) {
    levels.push(rmsDbfs(samples.subarray(start, start + STEP_SAMPLES)));
  }
  const quietDbfs = Math.max(QUIET_DBFS, Math.max(...levels) - QUIET_BELOW_LOUDEST_DB);
  const lastLoud = levels.findLastIndex((level) => level > quietDbfs);
  return (levels.length - 1 - lastLoud) * STEP_MS;
}
