const WINDOW = 64;

/** Which of the last packets of one source have come, so that none counts twice. */
export class ReplayWindow {
  readonly #last = new Float64Array(WINDOW).fill(-1);
  #highest = -1;

  /** The highest index so far; -1: none. */
  get highest(): number {
    return this.#highest;
  }

  /** Whether a packet is new, as far as can be told: one that is older than the window is not. */
  isNew(index: number): boolean {
    return index > this.#highest - WINDOW && this.#last[index % WINDOW] !== index;
  }

  add(index: number): void {
    this.#last[index % WINDOW] = index;
    this.#highest = Math.max(this.#highest, index);
  }
}

/**
 * The whole index of a packet of which 16 bits are known (RFC 3711 3.3.1): the one that is nearest to the highest so far.
 * @param highest -1: none
 */
export function guessIndex(highest: number, sequence: number): number {
  if (highest < 0) return sequence;
  const distance = ((sequence - (highest % 0x1_00_00)) << 16) >> 16;
  const index = highest + distance;
  return index < 0 ? sequence : index;
}
