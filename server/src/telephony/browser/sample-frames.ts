import { createLagCorrection } from '../lag-correction.ts';

/** 20 ms at 16 kHz. */
const FRAME_SAMPLES = 320;
const SAMPLES_PER_MS = 16;
/** Audio further ahead of real time is dropped. */
const MAX_AHEAD_MS = 2000;

export interface SampleFrames {
  /** @returns false if `bytes` is not a whole number of samples */
  add(bytes: Uint8Array, nowMs: number): boolean;
}

/** Splits audio chunks of any length into frames with their positions in time. */
export function createSampleFrames(
  startMs: number,
  emit: (frame: Int16Array, positionMs: number) => void,
): SampleFrames {
  const lag = createLagCorrection();
  let frame = new Int16Array(FRAME_SAMPLES);
  let filled = 0;
  let endMs = 0;

  function push(sample: number): void {
    frame[filled] = sample;
    filled += 1;
    if (filled < FRAME_SAMPLES) return;
    emit(frame, endMs);
    endMs += FRAME_SAMPLES / SAMPLES_PER_MS;
    frame = new Int16Array(FRAME_SAMPLES);
    filled = 0;
  }

  return {
    add(bytes, nowMs) {
      if (bytes.length % 2 !== 0) return false;
      const aheadMs = endMs + (filled + bytes.length / 2) / SAMPLES_PER_MS - (nowMs - startMs);
      if (aheadMs > MAX_AHEAD_MS) return true;
      if (filled === 0) endMs += Math.round(lag(-aheadMs));
      // The bytes may be unaligned.
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      for (let at = 0; at < bytes.length; at += 2) push(view.getInt16(at, true));
      return true;
    },
  };
}
