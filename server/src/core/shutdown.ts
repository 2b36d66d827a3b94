export interface ShutdownLimits {
  /** Running turns are ended this long after the shutdown began. */
  turnsMs: number;
  /** Anything still open is closed this long after the shutdown began. */
  totalMs: number;
}

/** The usual grace period of orchestrators between SIGTERM and SIGKILL is 30 s. */
const SHUTDOWN_LIMITS: ShutdownLimits = { turnsMs: 25_000, totalMs: 30_000 };

/** Deadlines of a graceful shutdown, counted from `begin`. */
export class Shutdown {
  readonly #limits: ShutdownLimits;
  readonly #begun = new AbortController();
  readonly #turns = new AbortController();
  readonly #all = new AbortController();
  #hasBegun = false;

  constructor(limits: ShutdownLimits = SHUTDOWN_LIMITS) {
    this.#limits = limits;
  }

  /** Aborted when the shutdown begins: idle waits end immediately. */
  get begun(): AbortSignal {
    return this.#begun.signal;
  }

  /** Aborted at the deadline of running turns. */
  get turnsDeadline(): AbortSignal {
    return this.#turns.signal;
  }

  /** Aborted at the shutdown deadline. */
  get deadline(): AbortSignal {
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

  /** Resolves with the work, at the shutdown deadline at the latest. */
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
