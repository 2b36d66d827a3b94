import type { Clock } from '../../../core/clock.ts';
import type { CampaignNotifier } from './campaign-notifier.ts';
import type { CampaignSnapshot } from './campaign-snapshot.ts';
import type { CampaignTimer } from './campaign-timer.ts';
import { ProcessShares } from './process-shares.ts';

/** Calls of a campaign left to other processes. */
export interface CallsLeft {
  rest: number;
  /** Live calls of the campaign in other processes. */
  others: number;
}

/** A campaign whose calls could begin in this process. */
interface Startable {
  snapshot: CampaignSnapshot;
  /** Live calls of the campaign in this process. */
  active: number;
  slots: number;
}

interface Deps {
  clock: Clock;
  notifier: CampaignNotifier;
  timer: CampaignTimer;
}

/**
 * Capacity left to other dialer processes. They are notified once per pass, after our claims commit: before that they
 * would find the campaigns locked.
 */
export class OtherProcesses {
  readonly #deps: Deps;
  readonly #shares = new ProcessShares();
  /** Campaigns without a route in this process that the others were notified of. */
  readonly #unroutable = new Set<number>();
  readonly #toNotify = new Set<number>();
  readonly #left = new Map<number, CallsLeft>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get unroutable(): ReadonlySet<number> {
    return this.#unroutable;
  }

  /** Begins a scheduling pass and drops the state of a failed one. */
  passBegins(): void {
    this.#left.clear();
  }

  /** How many calls begin here and how many are reserved for other processes. Requires a route in this process. */
  share({ snapshot, active, slots }: Startable): { wanted: number; left: CallsLeft } {
    const { id: campaignId, live, maxCallsInParallel: max, processes, rank } = snapshot;
    this.#unroutable.delete(campaignId);
    const others = Math.max(0, live - active);
    const about = { campaignId, max, active, others, wanted: slots, processes, rank };
    const wanted = this.#shares.of(about, this.#deps.clock.monotonicMs());
    return { wanted, left: { rest: slots - wanted, others } };
  }

  /** Reserves calls for other processes when the pass ends. */
  leave(campaignId: number, left: CallsLeft): void {
    this.#left.set(campaignId, left);
  }

  /** Ends the other processes' turn to begin calls, because no calls are left for them. */
  settled(campaignId: number): void {
    this.#shares.settled(campaignId);
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

  /** Ends a pass: notifies the others and schedules a check when their turn ends. */
  notify(): void {
    const { clock, notifier, timer } = this.#deps;
    const [nowMs, monotonicMs] = [clock.now().getTime(), clock.monotonicMs()];
    for (const [campaignId, left] of this.#left) {
      const { untilMs, isNews } = this.#shares.leave({ campaignId, ...left }, monotonicMs);
      if (isNews) this.#toNotify.add(campaignId);
      timer.set(campaignId, Math.ceil(nowMs + untilMs - monotonicMs));
    }
    this.#left.clear();
    if (this.#toNotify.size > 0) notifier.notifyOthers([...this.#toNotify]);
    this.#toNotify.clear();
  }

  /** Drops the state of a campaign that stopped running. */
  forget(campaignId: number): void {
    this.#shares.forget(campaignId);
    this.#unroutable.delete(campaignId);
  }
}
