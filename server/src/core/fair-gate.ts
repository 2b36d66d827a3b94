/**
 * Runs up to `atOnce` tasks at a time; others wait. An owner may use as many slots as it leaves free, so that the next
 * owner always finds some. Among waiting owners the one with the fewest slots goes first, then round robin.
 */
export class FairGate<Owner = number> {
  readonly #atOnce: number;
  readonly #slots = new Map<Owner, number>();
  /** By owner, in round-robin order. */
  readonly #waiting = new Map<Owner, (() => void)[]>();
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /**
   * @param patience called only for work that has to wait; aborting its signal cancels the work and throws the signal's
   * reason
   */
  async run<Result>(
    owner: Owner,
    work: () => Promise<Result>,
    patience?: () => AbortSignal,
  ): Promise<Result> {
    await this.#enter(owner, patience);
    try {
      return await work();
    } finally {
      this.#leave(owner);
    }
  }

  async #enter(owner: Owner, patience?: () => AbortSignal): Promise<void> {
    const queue = this.#waiting.get(owner);
    if (queue === undefined && this.#mayEnter(owner)) return this.#take(owner);
    const signal = patience?.();
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#leaveQueue(owner, admit);
        reject(signal?.reason);
      };
      const admit = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      if (queue === undefined) this.#waiting.set(owner, [admit]);
      else queue.push(admit);
    });
  }

  #leaveQueue(owner: Owner, admit: () => void): void {
    const queue = (this.#waiting.get(owner) ?? []).filter((one) => one !== admit);
    if (queue.length === 0) this.#waiting.delete(owner);
    else this.#waiting.set(owner, queue);
  }

  #mayEnter(owner: Owner): boolean {
    return this.#slotsOf(owner) < this.#atOnce - this.#running;
  }

  #slotsOf(owner: Owner): number {
    return this.#slots.get(owner) ?? 0;
  }

  #take(owner: Owner): void {
    this.#running += 1;
    this.#slots.set(owner, this.#slotsOf(owner) + 1);
  }

  #leave(owner: Owner): void {
    this.#running -= 1;
    const slots = this.#slotsOf(owner) - 1;
    if (slots === 0) this.#slots.delete(owner);
    else this.#slots.set(owner, slots);
    for (let next = this.#next(); next !== null; next = this.#next()) this.#admit(next);
  }

  /** Null if no waiting owner may run. */
  #next(): Owner | null {
    let best: Owner | null = null;
    for (const owner of this.#waiting.keys()) {
      if (!this.#mayEnter(owner)) continue;
      if (best === null || this.#slotsOf(owner) < this.#slotsOf(best)) best = owner;
    }
    return best;
  }

  #admit(owner: Owner): void {
    const [first, ...others] = this.#waiting.get(owner) ?? [];
    this.#waiting.delete(owner);
    if (others.length > 0) this.#waiting.set(owner, others);
    this.#take(owner);
    first?.();
  }
}
