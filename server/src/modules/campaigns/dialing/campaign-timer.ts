import type { Clock } from '../../../core/clock.ts';
import { DueInstants } from './due-instants.ts';

/** Bounded, because the clock may be adjusted during the sleep and timers have a maximum. */
const LONGEST_SLEEP_MS = 60_000;

/** Reports campaigns when their instant has come. Uses one timer, for the earliest instant. */
export class CampaignTimer {
  readonly #clock: Clock;
  readonly #onDue: (campaignIds: readonly number[]) => void;
  readonly #instants = new DueInstants();
  #isStopped = false;
  #timer: { atMs: number; stop: AbortController } | null = null;

  constructor(clock: Clock, onDue: (campaignIds: readonly number[]) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** Replaces the campaign's instant; effective from the next `arm` on. */
  set(campaignId: number, atMs: number): void {
    this.#instants.set(campaignId, atMs);
  }

  delete(campaignId: number): void {
    this.#instants.delete(campaignId);
  }

  /** Sets the timer to the earliest instant. */
  arm(): void {
    const atMs = this.#instants.firstMs;
    if (atMs === (this.#timer?.atMs ?? null) || this.#isStopped) return;
    this.#timer?.stop.abort();
    this.#timer = null;
    if (atMs === null) return;
    const timer = { atMs, stop: new AbortController() };
    this.#timer = timer;
    const waitMs = Math.min(Math.max(0, atMs - this.#clock.now().getTime()), LONGEST_SLEEP_MS);
    this.#clock.sleep(waitMs, timer.stop.signal).then(
      () => {
        if (this.#timer === timer) this.#timer = null;
        this.#onDue(this.#instants.takeDue(this.#clock.now().getTime()));
        this.arm();
      },
      () => undefined,
    );
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer?.stop.abort();
  }
}
