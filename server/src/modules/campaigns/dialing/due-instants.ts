interface Entry {
  id: number;
  atMs: number;
}

/** The next instant of each campaign, in a binary heap. */
export class DueInstants {
  readonly #heap: Entry[] = [];
  /** The valid entry of each campaign; other entries of the heap are outdated. */
  readonly #current = new Map<number, Entry>();

  /** Replaces the campaign's instant. */
  set(id: number, atMs: number): void {
    const entry = { id, atMs };
    this.#current.set(id, entry);
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    if (this.#heap.length > 2 * this.#current.size + 100) this.#rebuild();
  }

  delete(id: number): void {
    this.#current.delete(id);
  }

  /** The earliest instant; null if no campaign has one. */
  get firstMs(): number | null {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (this.#current.get(first.id) === first) return first.atMs;
      this.#pop();
    }
    return null;
  }

  /** Removes and returns due ids, earliest first. */
  takeDue(nowMs: number): number[] {
    const due: number[] = [];
    for (let firstMs = this.firstMs; firstMs !== null && firstMs <= nowMs; firstMs = this.firstMs) {
      const { id } = this.#pop();
      this.#current.delete(id);
      due.push(id);
    }
    return due;
  }

  #rebuild(): void {
    this.#heap.length = 0;
    for (const entry of [...this.#current.values()].sort((one, other) => one.atMs - other.atMs)) {
      this.#heap.push(entry);
    }
  }

  #at(index: number): Entry {
    const entry = this.#heap[index];
    if (entry === undefined) throw new RangeError('The heap has no such entry.');
    return entry;
  }

  #pop(): Entry {
    const first = this.#at(0);
    const last = this.#heap.pop();
    if (last !== undefined && this.#heap.length > 0) {
      this.#heap[0] = last;
      this.#sink(0);
    }
    return first;
  }

  #swap(one: number, other: number): void {
    const entry = this.#at(one);
    this.#heap[one] = this.#at(other);
    this.#heap[other] = entry;
  }

  #rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >> 1;
      if (this.#at(parent).atMs <= this.#at(index).atMs) return;
      this.#swap(parent, index);
      index = parent;
    }
  }

  #sink(from: number): void {
    for (let index = from; ; ) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < this.#heap.length && this.#at(child).atMs < this.#at(least).atMs) least = child;
      }
      if (least === index) return;
      this.#swap(least, index);
      index = least;
    }
  }
}
