/** The sound of one reply as it comes, readable from anywhere that was not forgotten. Positions are samples from its beginning. */
export class ReplyAudio {
  readonly #chunks: { start: number; samples: Int16Array }[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** The first position that was not forgotten. */
  get begin(): number {
    return this.#chunks[0]?.start ?? this.#length;
  }

  append(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#chunks.push({ start: this.#length, samples });
    this.#length += samples.length;
  }

  /** Fills `frame` from `position` on; returns how many samples there were. */
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

  /** Lets go of what lies before `position`: it is never read again. */
  forget(position: number): void {
    for (let first = this.#chunks[0]; first !== undefined; first = this.#chunks[0]) {
      if (first.start + first.samples.length > position) return;
      this.#chunks.shift();
    }
  }
}
