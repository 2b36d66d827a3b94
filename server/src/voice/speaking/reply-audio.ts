/** Audio of one reply as it arrives, readable from any position not released. Positions are in samples. */
export class ReplyAudio {
  readonly #chunks: { start: number; samples: Int16Array }[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The first position not released. */
  get begin(): number {
    return this.#chunks[0]?.start ?? this.#length;
  }

  append(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#chunks.push({ start: this.#length, samples });
    this.#length += samples.length;
  }

  /** Fills `frame` from `position`; returns the number of samples. */
  read(position: number, frame: Int16Array): number {
    let filled = 0;
    for (const { start, samples } of this.#chunks) {
      const from = position + filled - start;
      if (from < 0 || from >= samples.length) continue;
      const count = Math.min(samples.length - from, frame.length - filled);
      frame.set(samples.subarray(from, from + count), filled);
      filled += count;
      if (filled === frame.length) break;
    }
    return filled;
  }

  release(position: number): void {
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (first.start + first.samples.length > position) return;
      this.#chunks.shift();
    }
  }
}
