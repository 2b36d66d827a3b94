import type { Clock } from '../../../src/core/clock.ts';
import type { Watch } from './watch-statements.ts';

/** A clock that stops while work is in progress and then jumps to the next awaited instant. */
export interface JumpClock extends Clock {
  /**
   * Advances time until `end` or until `isOver` returns true; never moves backwards. Resolves when all work is done.
   */
  run(end: Date, isOver?: () => boolean): Promise<void>;
}

type World = Pick<Watch, 'isQuiet' | 'whenQuiet'>;

interface Sleeper {
  wakeMs: number;
  /** Wake-up order of sleepers with the same instant. */
  order: number;
  wake(): void;
}

/** The clock jumps only after this many consecutive idle checks, because callbacks may start other work. */
const QUIET_ROUNDS = 3;

/**
 * @param world reports pending external work, such as database queries
 * @param granularityMs wake-ups are rounded up to a multiple of this, which saves steps
 */
export function jumpClock(start: Date, world: World, granularityMs = 1): JumpClock {
  let nowMs = start.getTime();
  let orders = 0;
  const sleepers = new SleeperHeap();
  const marked = (atMs: number): number => Math.ceil(atMs / granularityMs) * granularityMs;
  return {
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs - start.getTime(),
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        const sleeper: Sleeper = {
          wakeMs: marked(nowMs + Math.max(0, delayMs)),
          order: orders++,
          wake: () => {
            signal?.removeEventListener('abort', giveUp);
            resolve();
          },
        };
        const giveUp = (): void => {
          sleeper.wake = () => undefined;
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', giveUp, { once: true });
        sleepers.push(sleeper);
      }),
    run: async (end, isOver = () => false) => {
      for (;;) {
        await rest(world);
        const next = sleepers.peek();
        if (isOver() || next === undefined || next.wakeMs > end.getTime()) break;
        nowMs = Math.max(nowMs, next.wakeMs);
        while ((sleepers.peek()?.wakeMs ?? Number.POSITIVE_INFINITY) <= nowMs) sleepers.pop()?.wake();
      }
      if (!isOver()) nowMs = Math.max(nowMs, end.getTime());
    },
  };
}

/** Resolves when everything that is pending waits for time. */
export async function rest({ isQuiet, whenQuiet }: World): Promise<void> {
  for (let quiet = 0; quiet < QUIET_ROUNDS; quiet = isQuiet() ? quiet + 1 : 0) {
    await whenQuiet();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Binary heap by wake-up time. */
class SleeperHeap {
  readonly #heap: Sleeper[] = [];

  peek(): Sleeper | undefined {
    return this.#heap[0];
  }

  push(sleeper: Sleeper): void {
    this.#heap.push(sleeper);
    let at = this.#heap.length - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#isBefore(parent, at)) break;
      this.#swap(parent, at);
      at = parent;
    }
  }

  pop(): Sleeper | undefined {
    const top = this.#heap[0];
    const last = this.#heap.pop();
    if (top === undefined || last === undefined || this.#heap.length === 0) return top;
    this.#heap[0] = last;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let first = at;
      if (left < this.#heap.length && !this.#isBefore(first, left)) first = left;
      if (right < this.#heap.length && !this.#isBefore(first, right)) first = right;
      if (first === at) return top;
      this.#swap(at, first);
      at = first;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [left, right] = [this.#heap[one], this.#heap[other]];
    if (left === undefined || right === undefined) return true;
    return left.wakeMs < right.wakeMs || (left.wakeMs === right.wakeMs && left.order < right.order);
  }

  #swap(one: number, other: number): void {
    const [left, right] = [this.#heap[one], this.#heap[other]];
    if (left === undefined || right === undefined) return;
    this.#heap[one] = right;
    this.#heap[other] = left;
  }
}
