import type { Clock } from '../core/clock.ts';
import { outsideRequests } from '../core/outside-requests.ts';

interface Entry<Key> {
  key: Key;
  atMs: number;
}

interface AlarmOptions<Key> {
  clock: Clock;
  /** Receives the due keys, earliest first. */
  onDue(keys: readonly Key[]): void;
}

/** Timers may not be longer, and the clock may be set during a sleep. */
const LONGEST_SLEEP_MS = 60_000;

/** Reports keys at their instants. Keeps the instants in a binary heap and sets one timer, for the earliest. */
export class Alarm<Key> {
  readonly #options: AlarmOptions<Key>;
  readonly #heap: Entry<Key>[] = [];
  /** The valid entry of each key; other entries of the heap are outdated. */
  readonly #current = new Map<Key, Entry<Key>>();
  #isStopped = false;
  #timer: { atMs: number; stop: AbortController } | null = null;

  constructor(options: AlarmOptions<Key>) {
    this.#options = options;
  }

  /** Replaces the key's instant. @param atMs milliseconds since 1970 */
  set(key: Key, atMs: number): void {
    const entry = { key, atMs };
    this.#current.set(key, entry);
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    if (this.#heap.length > 2 * this.#current.size + 100) this.#rebuild();
    outsideRequests(() => this.#arm());
  }

  delete(key: Key): void {
    this.#current.delete(key);
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.stop.abort();
  }

  /** Sets the timer to the earliest instant. A timer for a deleted, earlier one only arms it again. */
  #arm(): void {
    const firstMs = this.#firstMs;
    if (firstMs === null || this.#isStopped) return;
    const { clock, onDue } = this.#options;
    if (this.#timer !== null && this.#timer.atMs <= firstMs) return;
    this.#timer?.stop.abort();
    const timer = { atMs: firstMs, stop: new AbortController() };
    this.#timer = timer;
    const waitMs = Math.min(Math.max(0, firstMs - clock.now().getTime()), LONGEST_SLEEP_MS);
    clock.sleep(waitMs, timer.stop.signal).then(
      () => {
        if (this.#timer === timer) this.#timer = null;
        const due = this.#takeDue(clock.now().getTime());
        if (due.length > 0) onDue(due);
        this.#arm();
      },
      () => undefined,
    );
  }

  get #firstMs(): number | null {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (this.#current.get(first.key) === first) return first.atMs;
      this.#pop();
    }
    return null;
  }

  #takeDue(nowMs: number): Key[] {
    const due: Key[] = [];
    for (let firstMs = this.#firstMs; firstMs !== null && firstMs <= nowMs; firstMs = this.#firstMs) {
      const { key } = this.#pop();
      this.#current.delete(key);
      due.push(key);
    }
    return due;
  }

  #rebuild(): void {
    this.#heap.length = 0;
    for (const entry of [...this.#current.values()].sort((one, other) => one.atMs - other.atMs)) {
      this.#heap.push(entry);
    }
  }

  #at(index: number): Entry<Key> {
    const entry = this.#heap[index];
    if (entry === undefined) throw new RangeError(`The heap has no entry ${index}.`);
    return entry;
  }

  #pop(): Entry<Key> {
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
