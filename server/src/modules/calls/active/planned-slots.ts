import type { ActiveCalls } from './active-calls.ts';

/**
 * The slots that campaign calls and scheduled calls of this process share. The others stay free for inbound and
 * requested calls.
 */
export class PlannedSlots {
  readonly #calls: ActiveCalls;
  readonly #max: number;
  #taken = 0;

  constructor(calls: ActiveCalls, max: number) {
    this.#calls = calls;
    this.#max = max;
  }

  get free(): number {
    return Math.max(0, Math.min(this.#max - this.#taken, this.#calls.freeSlots));
  }

  /** Reserves slots. Each is used by `run` or returned with `release`. @returns how many were available */
  reserve(max: number): number {
    const slots = this.#calls.reserve(Math.min(max, this.free));
    this.#taken += slots;
    return slots;
  }

  release(slots: number): void {
    this.#taken -= slots;
    this.#calls.release(slots);
  }

  /** Runs a call in a reserved slot until `work` resolves. `work` must not reject. */
  run(callId: number, work: (signal: AbortSignal) => Promise<void>): void {
    this.#calls.run(callId, async (signal) => {
      await work(signal);
      this.#taken -= 1;
    });
  }
}
