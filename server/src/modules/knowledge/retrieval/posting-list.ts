/** Bits of a posting: slot (26 bits), heading occurrences (2 bits, at most 3), text occurrences (4 bits, at most 15). */
const COUNT_BITS = 6;
const TEXT_MASK = 0b1111;
const HEADING_SHIFT = 4;
const HEADING_MASK = 0b11;

/** The passages that have a term, with its frequency: 4 bytes each, sorted by slot. */
export class PostingList {
  #postings = new Uint32Array(2);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  slotAt(index: number): number {
    return (this.#postings[index] ?? 0) >>> COUNT_BITS;
  }

  textCountAt(index: number): number {
    return (this.#postings[index] ?? 0) & TEXT_MASK;
  }

  headingCountAt(index: number): number {
    return ((this.#postings[index] ?? 0) >>> HEADING_SHIFT) & HEADING_MASK;
  }

  /** Counts an occurrence. Slots must be passed in ascending order. */
  count(slot: number, field: 'text' | 'heading'): void {
    const last = this.#length - 1;
    if (last < 0 || this.slotAt(last) !== slot) {
      this.#append(slot);
    }
    const index = this.#length - 1;
    const posting = this.#postings[index] ?? 0;
    if (field === 'text' && (posting & TEXT_MASK) < TEXT_MASK) this.#postings[index] = posting + 1;
    if (field === 'heading' && ((posting >>> HEADING_SHIFT) & HEADING_MASK) < HEADING_MASK) {
      this.#postings[index] = posting + (1 << HEADING_SHIFT);
    }
  }

  /** Index of the slot's posting; −1 if missing. */
  find(slot: number): number {
    let low = 0;
    let high = this.#length - 1;
    while (low <= high) {
      const middle = (low + high) >>> 1;
      const found = this.slotAt(middle);
      if (found === slot) return middle;
      if (found < slot) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }

  /** Drops postings whose new slot is −1 and renumbers the others. `newSlots` must keep the order. */
  renumber(newSlots: Int32Array): void {
    let kept = 0;
    for (let index = 0; index < this.#length; index += 1) {
      const posting = this.#postings[index] ?? 0;
      const newSlot = newSlots[posting >>> COUNT_BITS] ?? -1;
      if (newSlot < 0) continue;
      this.#postings[kept] = newSlot * 2 ** COUNT_BITS + (posting & (2 ** COUNT_BITS - 1));
      kept += 1;
    }
    this.#length = kept;
  }

  memoryBytes(): number {
    return this.#postings.byteLength;
  }

  #append(slot: number): void {
    if (this.#length === this.#postings.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#postings);
      this.#postings = larger;
    }
    this.#postings[this.#length] = slot * 2 ** COUNT_BITS;
    this.#length += 1;
  }
}
