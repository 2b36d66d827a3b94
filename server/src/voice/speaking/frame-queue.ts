import { mixInto } from '../audio/mixing.ts';
import type { BackgroundSound } from './speaker.ts';

/** So much waits before the first sound: what arrives is not quite even. */
const START_SAMPLES_MS = 40;
/** More is delay that nobody can take back. */
const MOST_MS = 200;

/** Sound of another leg on its way to this one. */
export class FrameQueue implements BackgroundSound {
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
    while (this.#length > MOST_MS * this.#samplesPerMs) this.#drop();
  }

  mixInto(frame: Int16Array): void {
    this.#isFlowing ||= this.#length >= START_SAMPLES_MS * this.#samplesPerMs;
    if (!this.#isFlowing) return;
    let filled = 0;
    for (
      let first = this.#samples[0];
      first !== undefined && filled < frame.length;
      first = this.#samples[0]
    ) {
      const piece = first.subarray(this.#offset, this.#offset + frame.length - filled);
      mixInto(frame.subarray(filled), piece);
      filled += piece.length;
      this.#offset += piece.length;
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
