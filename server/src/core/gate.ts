import { AppError } from './errors.ts';

/** Lets `atOnce` pieces of work run and `waiting` more wait, in order; refuses whatever comes beyond. */
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
      throw new AppError('unavailable', 'Too many requests at this moment. Please try again.', {
        retryAfterSeconds: 2,
      });
    }
    await new Promise<void>((resolve) => this.#queue.push(resolve));
  }

  /** Hands the place to the one who has waited longest. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }
}
