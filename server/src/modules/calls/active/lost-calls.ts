import type { Clock } from '../../../core/clock.ts';

/** A claimed call starts as soon as the database responds; after this long the response counts as lost. */
const LOST_AFTER_MS = 20_000;

/**
 * Detects calls that are stored as owned by this process but not running here: the response to their claim was lost
 * with a connection. A claim in flight looks the same, so a call counts only after 20 seconds.
 */
export class LostCalls {
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #firstSeenMs = new Map<number, number>();

  constructor(clock: Pick<Clock, 'monotonicMs'>) {
    this.#clock = clock;
  }

  /** @param unheld calls of this process that are not running here */
  among<Call extends { id: number }>(unheld: readonly Call[]): Call[] {
    const nowMs = this.#clock.monotonicMs();
    this.#firstSeenMs = new Map(unheld.map(({ id }) => [id, this.#firstSeenMs.get(id) ?? nowMs]));
    return unheld.filter(({ id }) => nowMs - (this.#firstSeenMs.get(id) ?? nowMs) >= LOST_AFTER_MS);
  }
}
