import { joinSamples } from '../../../core/join-samples.ts';

/**
 * The latest part of an audio stream, up to a length: audio to send again on another connection, or from before speech
 * was detected. Positions count samples from the start of the stream.
 */
export class RecentAudio {
  readonly #maxSamples: number;
  #parts: Int16Array[] = [];
  #start = 0;
  #end = 0;

  constructor(maxSamples: number) {
    this.#maxSamples = maxSamples;
  }

  /** Position of the first kept sample. */
  get start(): number {
    return this.#start;
  }

  get end(): number {
    return this.#end;
  }

  push(samples: Int16Array): void {
    this.#parts.push(samples.slice());
    this.#end += samples.length;
    this.dropBefore(this.#end - this.#maxSamples);
  }

  /** Drops whole chunks before a position. */
  dropBefore(position: number): void {
    let drop = 0;
    for (const { length } of this.#parts) {
      if (this.#start + length > position) break;
      this.#start += length;
      drop += 1;
    }
    if (drop > 0) this.#parts = this.#parts.slice(drop);
  }

  all(): Int16Array {
    return joinSamples(this.#parts).slice();
  }

  clear(): void {
    this.dropBefore(this.#end);
  }
}
