import { outsideRequests } from '../../../core/outside-requests.ts';
import type { FailureCause } from '../lifecycle/call-state.ts';

/** Abort reason of a call that the account or this server ends. */
export class CallStopped extends Error {
  readonly failure: FailureCause | null;

  constructor({ reason, cause }: CallStop) {
    super(reason);
    this.name = 'CallStopped';
    this.failure = cause;
  }
}

export interface CallStop {
  /** Shown to the account's owner. */
  reason: string;
  /** Cause of the cut-off; null if the account ended the call. */
  cause: FailureCause | null;
}

/** The calls of this process, from claim to end, and its free capacity. */
export class ActiveCalls {
  readonly #capacity: number;
  readonly #calls = new Map<number, { stop: AbortController; done: Promise<void> }>();
  #reserved = 0;
  #isOpen = true;

  /** @param capacity maximum number of concurrent calls */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get freeSlots(): number {
    return this.#isOpen ? Math.max(0, this.#capacity - this.#calls.size - this.#reserved) : 0;
  }

  /** Reserves slots. Each is used by `run` or returned with `release`. @returns how many were available */
  reserve(max: number): number {
    const slots = Math.min(this.freeSlots, max);
    this.#reserved += slots;
    return slots;
  }

  release(slots: number): void {
    this.#reserved -= slots;
  }

  get ids(): number[] {
    return [...this.#calls.keys()];
  }

  /** Runs a call in a reserved slot until `work` resolves, attributed to the system. `work` must not reject. */
  run(callId: number, work: (signal: AbortSignal) => Promise<void>): void {
    this.release(1);
    const stop = new AbortController();
    const done = outsideRequests(() => work(stop.signal)).finally(() => this.#calls.delete(callId));
    this.#calls.set(callId, { stop, done });
  }

  /** Ends a call; no effect if it is unknown or already ending. */
  stop(callId: number, why: CallStop): void {
    this.#calls.get(callId)?.stop.abort(new CallStopped(why));
  }

  /** Ends all calls and attributes that to this process, so they are not charged. */
  stopAll(reason: string): void {
    for (const callId of this.#calls.keys()) this.stop(callId, { reason, cause: 'process' });
  }

  /** Accepts no more calls; resolves when the last one has ended. */
  async close(): Promise<void> {
    this.#isOpen = false;
    while (this.#calls.size > 0) await Promise.all([...this.#calls.values()].map(({ done }) => done));
  }
}

/** Null if the call was not stopped. */
export function stopOf(signal: AbortSignal): CallStop | null {
  if (!signal.aborted) return null;
  const { reason: why } = signal;
  if (why instanceof CallStopped) return { reason: why.message, cause: why.failure };
  return { reason: 'The call was stopped.', cause: null };
}
