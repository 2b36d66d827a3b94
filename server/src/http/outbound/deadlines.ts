import type { Clock } from '../../core/clock.ts';

interface Deadline {
  dueMs: number;
  onOver(): void;
}

/**
 * Timeouts for many short operations. Operations with the same timeout share one timer: nearly all finish long
 * before it expires, and deadlines expire in the order of their start.
 */
export class Deadlines {
  readonly #clock: Clock;
  /** Pending deadlines by timeout, in the order of their start. */
  readonly #queues = new Map<number, Set<Deadline>>();
  readonly #closing = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `onOver` after `timeoutMs` unless the returned function is called first. */
  begin(timeoutMs: number, onOver: () => void): () => void {
    const deadline = { dueMs: this.#clock.monotonicMs() + timeoutMs, onOver };
    let queue = this.#queues.get(timeoutMs);
    if (queue === undefined) {
      queue = new Set([deadline]);
      this.#queues.set(timeoutMs, queue);
      this.#watch(timeoutMs, queue).catch(() => undefined);
    } else {
      queue.add(deadline);
    }
    const own = queue;
    return () => void own.delete(deadline);
  }

  /** Stops the timers. No operation may be running. */
  close(): void {
    this.#closing.abort(new Error('The deadline timers were stopped.'));
  }

  async #watch(timeoutMs: number, queue: Set<Deadline>): Promise<void> {
    for (let [first] = queue; first !== undefined; [first] = queue) {
      const waitMs = first.dueMs - this.#clock.monotonicMs();
      if (waitMs > 0) await this.#clock.sleep(waitMs, this.#closing.signal);
      else if (queue.delete(first)) first.onOver();
    }
    this.#queues.delete(timeoutMs);
  }
}
