/**
 * Runs up to `atOnce` tasks at a time; others wait. An owner may use as many slots as it leaves free, so that the next
 * owner always finds some. Among waiting owners the one with the fewest slots goes first, then round robin.
 */
export class FairGate {
  readonly #atOnce: number;
  readonly #held = new Map<number, number>();
  /** By owner, in round-robin order. */
  readonly #waiting = new Map<number, (() => void)[]>();
  #running = 0;

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** @param patience only called for work that has to wait; an abort cancels the work and throws the signal's reason */
  async run<Result>(
    owner: number,
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

  async #enter(owner: number, patience?: () => AbortSignal): Promise<void> {
    const line = this.#waiting.get(owner);
    if (line === undefined && this.#mayEnter(owner)) return this.#take(owner);
    const signal = patience?.();
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const giveUp = (): void => {
        this.#leaveLine(owner, admit);
        reject(signal?.reason);
      };
      const admit = (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      if (line === undefined) this.#waiting.set(owner, [admit]);
      else line.push(admit);
    });
  }

  #leaveLine(owner: number, admit: () => void): void {
    const line = (this.#waiting.get(owner) ?? []).filter((one) => one !== admit);
    if (line.length === 0) this.#waiting.delete(owner);
    else this.#waiting.set(owner, line);
  }

  #mayEnter(owner: number): boolean {
    return this.#heldBy(owner) < this.#atOnce - this.#running;
  }

  #heldBy(owner: number): number {
    return this.#held.get(owner) ?? 0;
  }

  #take(owner: number): void {
    this.#running += 1;
    this.#held.set(owner, this.#heldBy(owner) + 1);
  }

  #leave(owner: number): void {
    this.#running -= 1;
    const held = this.#heldBy(owner) - 1;
    if (held === 0) this.#held.delete(owner);
    else this.#held.set(owner, held);
    for (let next = this.#next(); next !== null; next = this.#next()) this.#admit(next);
  }

  /** Null: no waiting owner may run. */
  #next(): number | null {
    let best: number | null = null;
    for (const owner of this.#waiting.keys()) {
      if (!this.#mayEnter(owner)) continue;
      if (best === null || this.#heldBy(owner) < this.#heldBy(best)) best = owner;
    }
    return best;
  }

  #admit(owner: number): void {
    const [first, ...others] = this.#waiting.get(owner) ?? [];
    this.#waiting.delete(owner);
    if (others.length > 0) this.#waiting.set(owner, others);
    this.#take(owner);
    first?.();
  }
}
