/** Why a call is ended from our side, in words for the account's owner. */
class CallStopped extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'CallStopped';
  }
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
  stop(callId: number, reason: string): void {
    this.#calls.get(callId)?.stop.abort(new CallStopped(reason));
  }

  stopAll(reason: string): void {
    for (const callId of this.#calls.keys()) this.stop(callId, reason);
  }

  /** Takes no more calls; resolves when the last one is over. */
  async close(): Promise<void> {
    this.#isOpen = false;
    while (this.#calls.size > 0) await Promise.all([...this.#calls.values()].map(({ done }) => done));
  }
}

/** The reason that a call was stopped for; null: it was not. */
export function stopReason(signal: AbortSignal): string | null {
  if (!signal.aborted) return null;
  return signal.reason instanceof CallStopped ? signal.reason.message : 'The call was stopped.';
}
