import type { FailureCause } from '../lifecycle/call-state.ts';

/** Why a call is ended from our side, in words for the account's owner. */
export class CallStopped extends Error {
  readonly failure: FailureCause | null;

  constructor({ reason, cause }: CallStop) {
    super(reason);
    this.name = 'CallStopped';
    this.failure = cause;
  }
}

export interface CallStop {
  /** In words for the account's owner. */
  reason: string;
  /** What cut the call off; null: its account wanted its end. */
  cause: FailureCause | null;
}

/** Calls that this process holds, from the claim to the end, and how many more it takes. */
export class HeldCalls {
  readonly #capacity: number;
  readonly #calls = new Map<number, { stop: AbortController; done: Promise<void> }>();
  #reserved = 0;
  #isOpen = true;

  /** @param capacity calls at a time */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** It takes calls still. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Free places. */
  get room(): number {
    return this.#isOpen ? Math.max(0, this.#capacity - this.#calls.size - this.#reserved) : 0;
  }

  /** Keeps places for calls that are about to come; each is used by `hold`, or given back. @returns how many there were */
  reserve(most: number): number {
    const places = Math.min(this.room, most);
    this.#reserved += places;
    return places;
  }

  giveBack(places: number): void {
    this.#reserved -= places;
  }

  get ids(): number[] {
    return [...this.#calls.keys()];
  }

  /** Holds a call in a reserved place for as long as its work takes, which must not reject. */
  hold(callId: number, work: (signal: AbortSignal) => Promise<void>): void {
    this.giveBack(1);
    const stop = new AbortController();
    const done = work(stop.signal).finally(() => this.#calls.delete(callId));
    this.#calls.set(callId, { stop, done });
  }

  /** Ends a call; one that is not here, or is ending, stays as it is. */
  stop(callId: number, why: CallStop): void {
    this.#calls.get(callId)?.stop.abort(new CallStopped(why));
  }

  /** This process cuts all of them off. */
  stopAll(reason: string): void {
    for (const callId of this.#calls.keys()) this.stop(callId, { reason, cause: 'process' });
  }

  /** Takes no more calls; resolves when the last one is over. */
  async close(): Promise<void> {
    this.#isOpen = false;
    while (this.#calls.size > 0) await Promise.all([...this.#calls.values()].map(({ done }) => done));
  }
}

/** Why a call was stopped; null: it was not. */
export function stopOf(signal: AbortSignal): CallStop | null {
  if (!signal.aborted) return null;
  const { reason: why } = signal;
  if (why instanceof CallStopped) return { reason: why.message, cause: why.failure };
  return { reason: 'The call was stopped.', cause: null };
}
