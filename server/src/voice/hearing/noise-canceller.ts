import type { SampleRateHz } from '../legs/media-leg.ts';

/** One call whose noise is taken away. */
export interface CleanedSound {
  /** @param frame 20 ms */
  push(frame: Int16Array): void;
  close(): void;
}

/** Takes noise away for the calls of a process. */
export interface NoiseCanceller {
  /** Every frame that is pushed comes out once, as long, in order, and at most 80 ms later. */
  open(sampleRateHz: SampleRateHz, listener: (frame: Int16Array) => void): CleanedSound;
}
