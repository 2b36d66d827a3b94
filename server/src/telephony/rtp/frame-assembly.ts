import { SAMPLES_PER_MS } from './rtp-timeline.ts';

/** 20 ms at 8 kHz. */
export const FRAME_SAMPLES = 160;

export interface FrameAssembly {
  /** Adds audio that starts at a position in samples. Takes ownership of the array. */
  add(samples: Int16Array, position: number): void;
}

/** Splits audio of any ptime into frames of 20 ms; gaps within a frame are silence. */
export function createFrameAssembly(emit: (frame: Int16Array, positionMs: number) => void): FrameAssembly {
  let frame = new Int16Array(FRAME_SAMPLES);
  let filled = 0;
  let begin = 0;

  function flush(): void {
    const whole = frame;
    frame = new Int16Array(FRAME_SAMPLES);
    filled = 0;
    emit(whole, begin / SAMPLES_PER_MS);
  }

  return {
    add(samples, position) {
      if (filled > 0 && position < begin + FRAME_SAMPLES) filled = Math.max(filled, position - begin);
      else if (filled > 0) flush();
      if (filled === 0 && samples.length === FRAME_SAMPLES) {
        emit(samples, position / SAMPLES_PER_MS);
        return;
      }
      let taken = 0;
      while (taken < samples.length) {
        if (filled === 0) begin = position + taken;
        const count = Math.min(FRAME_SAMPLES - filled, samples.length - taken);
        frame.set(samples.subarray(taken, taken + count), filled);
        filled += count;
        taken += count;
        if (filled === FRAME_SAMPLES) flush();
      }
    },
  };
}
