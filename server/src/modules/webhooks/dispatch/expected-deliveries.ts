import type { Clock } from '../../../core/clock.ts';
import type { ClaimedDelivery } from './queue.ts';

/** Above this number, claims are cheaper, because one statement claims many deliveries. */
const MAX_EXPECTED = 64;
/** How long the fast path to a URL is off after a delivery found no free slot. */
const PAUSE_MS = 10_000;
const MAX_PAUSED = 1000;
/** After this time the transaction has failed or its commit was missed. */
const PATIENCE_MS = 60_000;

/** The dispatcher of this process. */
interface Adopter {
  processId: string;
  /** @param isExpected false if the announcement was already given up */
  adopt(delivery: ClaimedDelivery, isExpected: boolean): void;
}

/**
 * Fast path: deliveries that running transactions insert as claimed by this process and that are sent as soon as they
 * commit, without another statement.
 */
export class ExpectedDeliveries {
  readonly #clock: Pick<Clock, 'now'>;
  /** Milliseconds since 1970 of the announcement, by delivery id. */
  readonly #announced = new Map<string, number>();
  /** Milliseconds since 1970 at which the pause ends, by URL. */
  readonly #paused = new Map<string, number>();
  #adopter: Adopter | null = null;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** Sets the dispatcher of this process; null removes it. */
  setDispatcher(adopter: Adopter | null): void {
    this.#adopter = adopter;
  }

  /**
   * Returns the process id with which the delivery may be inserted as already claimed; null: insert it unclaimed. Call
   * `adopt` after the commit, or `dismiss` if the delivery was not inserted as claimed or was rolled back.
   */
  announce({ id, url }: { id: string; url: string }): string | null {
    const nowMs = this.#clock.now().getTime();
    const isPaused = nowMs < (this.#paused.get(url) ?? 0);
    if (this.#adopter === null || isPaused || this.#announced.size >= MAX_EXPECTED) return null;
    this.#announced.set(id, nowMs);
    return this.#adopter.processId;
  }

  dismiss(id: string): void {
    this.#announced.delete(id);
  }

  /** If the dispatcher has stopped, the claim is released when this process ends. */
  adopt(delivery: ClaimedDelivery): void {
    this.#adopter?.adopt(delivery, this.#announced.delete(delivery.id));
  }

  /** Announces no deliveries to this URL for 10 seconds. */
  pause(url: string): void {
    if (this.#paused.size >= MAX_PAUSED) this.#paused.clear();
    this.#paused.set(url, this.#clock.now().getTime() + PAUSE_MS);
  }

  /** Drops old announcements, most of which were rolled back. @returns whether there were any */
  giveUpOld(): boolean {
    const nowMs = this.#clock.now().getTime();
    const old = [...this.#announced].filter(([, announcedMs]) => nowMs - announcedMs >= PATIENCE_MS);
    for (const [id] of old) this.#announced.delete(id);
    return old.length > 0;
  }

  ids(): string[] {
    return [...this.#announced.keys()];
  }
}
