const FIRST_BYTES = 65_536;

/** A growing file in memory, with one read and write position. */
export class MemoryFile {
  position = 0;
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  contents(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  truncate(): void {
    this.#length = 0;
  }

  /** Writes at the position; a gap before it is filled with zeros. */
  write(bytes: Uint8Array): void {
    const end = this.position + bytes.length;
    if (end > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(end, this.#bytes.length * 2));
      grown.set(this.contents());
      this.#bytes = grown;
    } else if (this.position > this.#length) {
      this.#bytes.fill(0, this.#length, this.position);
    }
    this.#bytes.set(bytes, this.position);
    this.position = end;
    this.#length = Math.max(this.#length, end);
  }

  /** Reads from the position into `target`, up to the end of the file. @returns number of bytes */
  read(target: Uint8Array): number {
    const part = this.contents().subarray(this.position, this.position + target.length);
    target.set(part);
    this.position += part.length;
    return part.length;
  }
}
