import type { SampleRateHz } from '../../legs/media-leg.ts';

export interface NoiseCanceledStream {
  /** @param frame 20 ms */
  push(frame: Int16Array): void;
  close(): void;
}

/** Noise cancellation for the calls of a process. */
export interface NoiseCanceller {
  /**
   * Every pushed frame comes out once, in order, with the same length, at most 80 ms later.
   * @param noiseKept called once, after a second of audio has passed through unprocessed because of overload
   */
  open(
    sampleRateHz: SampleRateHz,
    listener: (frame: Int16Array) => void,
    noiseKept?: () => void,
  ): NoiseCanceledStream;
}
