import type { Clock } from '../../../core/clock.ts';
import type { CampaignNotifier } from './campaign-notifier.ts';
import type { LookAlarm } from './look-alarm.ts';
import { ProcessShares } from './process-shares.ts';
import type { Standing } from './standing.ts';

/** How many more calls of a campaign could begin than this process takes. */
export interface CallsLeft {
  rest: number;
  /** So many calls of it the others have. */
  others: number;
}

/** Calls of a campaign that could begin in this process. */
interface Startable {
  standing: Standing;
  /** So many of its calls this process has. */
  held: number;
  places: number;
}

interface Deps {
  clock: Clock;
  notifier: CampaignNotifier;
  alarm: LookAlarm;
}

/**
 * What other processes that dial are left of campaigns, and what they are told of them, once for each look: before its
 * claims are over they would find the campaigns locked.
 */
export class OtherProcesses {
  readonly #deps: Deps;
  readonly #shares = new ProcessShares();
  /** Campaigns that this process has no line for, and has told the others of. */
  readonly #foreign = new Set<number>();
  readonly #toTell = new Set<number>();
  readonly #left = new Map<number, CallsLeft>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Campaigns that this process has left to them, as it has no line. */
  get foreign(): ReadonlySet<number> {
    return this.#foreign;
  }

  /** A look begins: what was left in one that failed is not told. */
  lookBegins(): void {
    this.#left.clear();
  }

  /** How many of the calls begin here, and what is left of them. There is a line for them. */
  share({ standing, held, places }: Startable): { wanted: number; left: CallsLeft } {
    const { id: campaignId, live, maxCallsInParallel: most, processes, rank } = standing;
    this.#foreign.delete(campaignId);
    const others = Math.max(0, live - held);
    const about = { campaignId, most, held, others, wanted: places, processes, rank };
    const wanted = this.#shares.of(about, this.#deps.clock.monotonicMs());
    return { wanted, left: { rest: places - wanted, others } };
  }

  /** The others are to have these calls. */
  leave(campaignId: number, left: CallsLeft): void {
    this.#left.set(campaignId, left);
  }

  /** Nothing of the campaign is left to the others. */
  settled(campaignId: number): void {
    this.#shares.settled(campaignId);
  }

  /** They are told of a campaign that this process lacks a place for. */
  pass(campaignId: number): void {
    this.#toTell.add(campaignId);
  }

  /**
   * They may have a line for its calls, which this process lacks. Told once: those that have none must not send it round in circles.
   * @returns whether that is news
   */
  passOnce(campaignId: number): boolean {
    if (this.#foreign.has(campaignId)) return false;
    this.#foreign.add(campaignId);
    this.#toTell.add(campaignId);
    return true;
  }

  /** A look is over. From now on they have their turn, after which what was left to them is looked at again. */
  tell(): void {
    const { clock, notifier, alarm } = this.#deps;
    const [nowMs, monotonicMs] = [clock.now().getTime(), clock.monotonicMs()];
    for (const [campaignId, left] of this.#left) {
      const { untilMs, isNews } = this.#shares.leave({ campaignId, ...left }, monotonicMs);
      if (isNews) this.#toTell.add(campaignId);
      alarm.set(campaignId, Math.ceil(nowMs + untilMs - monotonicMs));
    }
    this.#left.clear();
    if (this.#toTell.size > 0) notifier.passOn([...this.#toTell]);
    this.#toTell.clear();
  }

  /** The campaign runs no more. */
  forget(campaignId: number): void {
    this.#shares.forget(campaignId);
    this.#foreign.delete(campaignId);
  }
}
