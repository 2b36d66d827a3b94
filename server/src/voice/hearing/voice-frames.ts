/** What the detector's model judges at once: 32 ms at 8 kHz. */
export const FRAME_SAMPLES = 256;
const SAMPLES_PER_MS = 8;
export const FRAME_MS = FRAME_SAMPLES / SAMPLES_PER_MS;
/** A jump of the timeline by more than this is a pause that was not sent. */
const GAP_MS = 10;

/** Cuts one call's sound into frames of 32 ms, wherever its own pieces end. */
export class VoiceFrames {
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  readonly #listener: (frame: Int16Array, endMs: number, afterGap: boolean) => void;
  #filled = 0;
  #endMs: number | null = null;
  #afterGap = true;

  /** @param listener gets the same array every time */
  constructor(listener: (frame: Int16Array, endMs: number, afterGap: boolean) => void) {
    this.#listener = listener;
  }

  push(samples: Int16Array, endMs: number): void {
    const startMs = endMs - samples.length / SAMPLES_PER_MS;
    if (this.#endMs !== null && Math.abs(startMs - this.#endMs) > GAP_MS) this.reset();
    this.#endMs = endMs;
    let taken = 0;
    while (taken < samples.length) {
      const piece = samples.subarray(taken, taken + FRAME_SAMPLES - this.#filled);
      this.#frame.set(piece, this.#filled);
      this.#filled += piece.length;
      taken += piece.length;
      if (this.#filled < FRAME_SAMPLES) return;
      this.#filled = 0;
      const afterGap = this.#afterGap;
      this.#afterGap = false;
      this.#listener(this.#frame, endMs - (samples.length - taken) / SAMPLES_PER_MS, afterGap);
    }
  }

  /** The next piece follows nothing. */
  reset(): void {
    this.#filled = 0;
    this.#endMs = null;
    this.#afterGap = true;
  }
}
