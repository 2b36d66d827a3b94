export interface ShutdownLimits {
  /** Turns under way are ended this long after the stop began. */
  turnsMs: number;
  /** Whatever is open then is closed. */
  totalMs: number;
}

/** What an orchestrator usually grants between SIGTERM and SIGKILL. */
const SHUTDOWN_LIMITS: ShutdownLimits = { turnsMs: 25_000, totalMs: 30_000 };

/** How long a process that is told to stop waits for what is under way; the time runs from `begin`. */
export class Shutdown {
  readonly #limits: ShutdownLimits;
  readonly #begun = new AbortController();
  readonly #turns = new AbortController();
  readonly #all = new AbortController();
  #hasBegun = false;

  constructor(limits: ShutdownLimits = SHUTDOWN_LIMITS) {
    this.#limits = limits;
  }

  /** Aborted when the stop begins: what only waits ends at once. */
  get begun(): AbortSignal {
    return this.#begun.signal;
  }

  /** Aborted when turns must end. */
  get turnsOver(): AbortSignal {
    return this.#turns.signal;
  }

  /** Aborted when nothing is waited for any more. */
  get allOver(): AbortSignal {
    return this.#all.signal;
  }

  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const reason = new Error('This process is stopping.');
    this.#begun.abort(reason);
    setTimeout(() => this.#turns.abort(reason), this.#limits.turnsMs).unref();
    setTimeout(() => this.#all.abort(reason), this.#limits.totalMs).unref();
  }

  /** Resolves with the work, at the latest when nothing is waited for any more. */
  async bound(work: Promise<unknown>): Promise<void> {
    const { signal } = this.#all;
    if (signal.aborted) return;
    let giveUp = (): void => undefined;
    const limit = new Promise<void>((resolve) => {
      giveUp = resolve;
      signal.addEventListener('abort', giveUp);
    });
    try {
      await Promise.race([work, limit]);
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  }
}
