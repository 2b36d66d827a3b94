import type { SampleRateHz } from '../legs/media-leg.ts';

/** One call whose noise is taken away. */
export interface CleanedSound {
  /** @param frame 20 ms */
  push(frame: Int16Array): void;
  close(): void;
}

/** Takes noise away for the calls of a process. */
export interface NoiseCanceller {
  /**
   * Every frame that is pushed comes out once, as long, in order, and at most 80 ms later.
   * @param noiseKept told once, when a second of sound in all has been passed on with its noise: there was no time to take it away
   */
  open(
    sampleRateHz: SampleRateHz,
    listener: (frame: Int16Array) => void,
    noiseKept?: () => void,
  ): CleanedSound;
}
