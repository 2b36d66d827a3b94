const RATE_HZ = 8000;
const KEPT_SAMPLES = 4 * RATE_HZ;

/** The last four seconds of audio at 8 kHz. */
export class RecentAudio {
  readonly #ring = new Int16Array(KEPT_SAMPLES);
  #next = 0;
  #count = 0;

  push(samples: Int16Array): void {
    for (const sample of samples) {
      this.#ring[this.#next] = sample;
      this.#next = (this.#next + 1) % KEPT_SAMPLES;
    }
    this.#count = Math.min(KEPT_SAMPLES, this.#count + samples.length);
  }

  /** The last `ms`, oldest first. */
  take(ms: number): Int16Array {
    const count = Math.min(this.#count, Math.round((ms * RATE_HZ) / 1000));
    const start = (this.#next - count + KEPT_SAMPLES) % KEPT_SAMPLES;
    const taken = new Int16Array(count);
    for (let index = 0; index < count; index += 1) {
      taken[index] = this.#ring[(start + index) % KEPT_SAMPLES] ?? 0;
    }
    return taken;
  }
}
