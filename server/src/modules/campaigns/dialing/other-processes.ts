import type { Notifier } from '../../../work/notifier.ts';

/** How long a process with campaign calls waits before its next claims, per call and at most. */
const WAIT_PER_CALL_MS = 2;
const LONGEST_WAIT_MS = 100;

/**
 * Notifies other dialer processes of campaigns that this one cannot dial for now. They are notified once per
 * pass, after our claims commit: before that they would find the campaigns locked.
 */
export class OtherProcesses {
  readonly #notifier: Notifier;
  /** Campaigns without a route in this process that the others were notified of. */
  readonly #unroutable = new Set<number>();
  readonly #toNotify = new Set<number>();
  #count = 0;

  constructor(notifier: Notifier) {
    this.#notifier = notifier;
  }

  get unroutable(): ReadonlySet<number> {
    return this.#unroutable;
  }

  /** @param processes running dialer processes, including this one */
  counted(processes: number): void {
    this.#count = processes - 1;
  }

  /**
   * How long to wait before the next pass: the process with the fewest calls claims first, so that no process is full
   * while another is idle.
   */
  waitMs(ownCalls: number): number {
    return this.#count > 0 ? Math.min(LONGEST_WAIT_MS, ownCalls * WAIT_PER_CALL_MS) : 0;
  }

  /** Notifies the others of a campaign that this process has no free slot for. */
  notifyOf(campaignId: number): void {
    this.#toNotify.add(campaignId);
  }

  /**
   * Notifies the others of a campaign that this process has no route for. Only once, so that processes without a route
   * do not notify each other forever.
   * @returns whether the others are notified now
   */
  notifyOnce(campaignId: number): boolean {
    if (this.#unroutable.has(campaignId)) return false;
    this.#unroutable.add(campaignId);
    this.#toNotify.add(campaignId);
    return true;
  }

  /** Ends a pass: notifies the others. */
  notify(): void {
    if (this.#toNotify.size > 0) this.#notifier.notifyOthers('campaigns', [...this.#toNotify]);
    this.#toNotify.clear();
  }

  /** Drops the state of a campaign that has a route again, or that stopped running. */
  forget(campaignId: number): void {
    this.#unroutable.delete(campaignId);
  }
}
