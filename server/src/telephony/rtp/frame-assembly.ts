import { FRAME_MS, type SampleRateHz } from '../../voice/legs/media-leg.ts';

export interface FrameAssembly {
  /** Adds audio that starts at a position in samples. Takes ownership of the array. */
  add(samples: Int16Array, position: number): void;
}

/** Splits audio of any ptime into frames of 20 ms; gaps within a frame are silence. */
export function createFrameAssembly(
  rateHz: SampleRateHz,
  emit: (frame: Int16Array, positionMs: number) => void,
): FrameAssembly {
  const samplesPerMs = rateHz / 1000;
  const frameSamples = FRAME_MS * samplesPerMs;
  let frame = new Int16Array(frameSamples);
  let filled = 0;
  let begin = 0;

  function flush(): void {
    const whole = frame;
    frame = new Int16Array(frameSamples);
    filled = 0;
    emit(whole, begin / samplesPerMs);
  }

  return {
    add(samples, position) {
      if (filled > 0 && position < begin + frameSamples) filled = Math.max(filled, position - begin);
      else if (filled > 0) flush();
      if (filled === 0 && samples.length === frameSamples) {
        emit(samples, position / samplesPerMs);
        return;
      }
      let taken = 0;
      while (taken < samples.length) {
        if (filled === 0) begin = position + taken;
        const count = Math.min(frameSamples - filled, samples.length - taken);
        frame.set(samples.subarray(taken, taken + count), filled);
        filled += count;
        taken += count;
        if (filled === frameSamples) flush();
      }
    },
  };
}
