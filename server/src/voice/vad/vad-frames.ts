/** Frame of the VAD model: 32 ms at 8 kHz. */
export const VAD_FRAME_SAMPLES = 256;
const SAMPLES_PER_MS = 8;
export const VAD_FRAME_MS = VAD_FRAME_SAMPLES / SAMPLES_PER_MS;
/** A larger jump of the timeline is a pause that was not transmitted. */
const GAP_MS = 10;

/** Reframes the audio of one call into 32 ms frames. */
export class VadFrames {
  readonly #frame = new Int16Array(VAD_FRAME_SAMPLES);
  readonly #listener: (frame: Int16Array, endMs: number, afterGap: boolean) => void;
  #filled = 0;
  #endMs: number | null = null;
  #afterGap = true;

  /** @param listener receives the same array every time */
  constructor(listener: (frame: Int16Array, endMs: number, afterGap: boolean) => void) {
    this.#listener = listener;
  }

  push(samples: Int16Array, endMs: number): void {
    const startMs = endMs - samples.length / SAMPLES_PER_MS;
    if (this.#endMs !== null && Math.abs(startMs - this.#endMs) > GAP_MS) this.reset();
    this.#endMs = endMs;
    let taken = 0;
    while (taken < samples.length) {
      const part = samples.subarray(taken, taken + VAD_FRAME_SAMPLES - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
      if (this.#filled < VAD_FRAME_SAMPLES) return;
      this.#filled = 0;
      const afterGap = this.#afterGap;
      this.#afterGap = false;
      this.#listener(this.#frame, endMs - (samples.length - taken) / SAMPLES_PER_MS, afterGap);
    }
  }

  /** Drops the partial frame, because the next samples do not continue it. */
  reset(): void {
    this.#filled = 0;
    this.#endMs = null;
    this.#afterGap = true;
  }
}
