import { joinSamples } from '../../../core/join-samples.ts';

/**
 * The latest of a stream of audio, up to a length and the part that it ends in: what a vendor has not understood yet, for another
 * connection, or what came before speech was noticed. Positions count samples from the beginning of the stream.
 */
export class RecentAudio {
  readonly #maxSamples: number;
  #parts: Int16Array[] = [];
  #start = 0;
  #end = 0;

  constructor(maxSamples: number) {
    this.#maxSamples = maxSamples;
  }

  /** Where the kept audio begins. */
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

  /** Forgets what lies before a position, in whole parts as they came. */
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
