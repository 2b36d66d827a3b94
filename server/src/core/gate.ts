import { AppError } from './errors.ts';

/** Runs up to `atOnce` tasks, queues `waiting` more in order and rejects the rest. */
export class Gate {
  readonly #limits: { atOnce: number; waiting: number };
  readonly #queue: (() => void)[] = [];
  #running = 0;

  constructor(limits: { atOnce: number; waiting: number }) {
    this.#limits = limits;
  }

  /** @throws `unavailable` when the queue is full */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  async #enter(): Promise<void> {
    if (this.#running < this.#limits.atOnce) {
      this.#running += 1;
      return;
    }
    if (this.#queue.length >= this.#limits.waiting) {
      throw new AppError('unavailable', 'Too many requests right now. Please try again.', {
        retryAfterSeconds: 2,
      });
    }
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  /** Passes the slot to the task that has waited longest. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
