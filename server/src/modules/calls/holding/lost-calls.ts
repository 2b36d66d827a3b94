import type { Clock } from '../../../core/clock.ts';

/** Between the claim of a call and its hold lies one answer of the database: who waits longer than this has lost it. */
const LOST_AFTER_MS = 20_000;

/**
 * Calls that are stored as held by this process while it does not know of them: the answer to their claim was lost with a
 * connection. A claim that is under way looks the same for a moment, so only those count that stay so.
 */
export class LostCalls {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #firstSeenMs = new Map<number, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** Those that are lost among all that nobody holds at this moment. */
  among<Call extends { id: number }>(unheld: readonly Call[]): Call[] {
    const nowMs = this.#clock.monotonicMs();
    this.#firstSeenMs = new Map(unheld.map(({ id }) => [id, this.#firstSeenMs.get(id) ?? nowMs]));
    return unheld.filter(({ id }) => nowMs - (this.#firstSeenMs.get(id) ?? nowMs) >= LOST_AFTER_MS);
  }
}
