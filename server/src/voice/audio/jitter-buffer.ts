import { mixInto } from './mixing.ts';

const START_MS = 40;
/** Maximum delay; older audio is dropped. */
const MAX_DELAY_MS = 200;

/** Jitter buffer for audio from elsewhere, such as another leg. */
export class JitterBuffer {
  readonly #samplesPerMs: number;
  #samples: Int16Array[] = [];
  #offset = 0;
  #length = 0;
  #isFlowing = false;

  constructor(sampleRateHz: number) {
    this.#samplesPerMs = sampleRateHz / 1000;
  }

  push(samples: Int16Array): void {
    this.#samples.push(samples);
    this.#length += samples.length;
    while (this.#length > MAX_DELAY_MS * this.#samplesPerMs) this.#drop();
  }

  /** Mixes the next 20 ms into the frame. */
  mixInto(frame: Int16Array): void {
    this.#isFlowing ||= this.#length >= START_MS * this.#samplesPerMs;
    if (!this.#isFlowing) return;
    let filled = 0;
    for (
      let first = this.#samples[0];
      first !== undefined && filled < frame.length;
      first = this.#samples[0]
    ) {
      const part = first.subarray(this.#offset, this.#offset + frame.length - filled);
      mixInto(frame.subarray(filled), part);
      filled += part.length;
      this.#offset += part.length;
      if (this.#offset < first.length) break;
      this.#samples.shift();
      this.#offset = 0;
    }
    this.#length -= filled;
    if (filled < frame.length) this.#isFlowing = false;
  }

  #drop(): void {
    const first = this.#samples.shift();
    this.#length -= (first?.length ?? 0) - this.#offset;
    this.#offset = 0;
  }
}
