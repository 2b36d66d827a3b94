const WINDOW = 64;

/** Replay protection for one SSRC (RFC 3711 3.3.2). */
export class ReplayWindow {
  readonly #last = new Float64Array(WINDOW).fill(-1);
  #highest = -1;

  /** Highest received index; -1 before the first. */
  get highest(): number {
    return this.#highest;
  }

  /** True if an index is new. Indexes older than the window count as seen. */
  isNew(index: number): boolean {
    return index > this.#highest - WINDOW && this.#last[index % WINDOW] !== index;
  }

  add(index: number): void {
    this.#last[index % WINDOW] = index;
    this.#highest = Math.max(this.#highest, index);
  }
}

/**
 * Estimates the packet index from the 16-bit sequence number (RFC 3711 3.3.1): the value nearest to the highest index.
 * @param highest -1 before the first packet
 */
export function guessIndex(highest: number, sequence: number): number {
  if (highest < 0) return sequence;
  const distance = ((sequence - (highest % 0x1_00_00)) << 16) >> 16;
  const index = highest + distance;
  return index < 0 ? sequence : index;
}
