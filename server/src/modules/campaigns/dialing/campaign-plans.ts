import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { Database } from '../../../db/client.ts';
import type { CampaignCalls, CampaignWay } from '../../calls/actions.ts';
import { areChosenGone, findCampaignNumbers } from '../configuration/caller-numbers.ts';
import { type CallingState, type CampaignHours, callingState } from '../rules/calling-hours.ts';
import { type LegalHours, type LegalHoursByCarrier, legalHoursOf } from '../rules/legal-hours.ts';
import { whyNoNumber } from '../rules/no-number.ts';
import { VERSION } from './claim-store.ts';
import type { Standing } from './standing.ts';

/** What all calls of a campaign have in common, as it stood when it was looked up. */
export interface CampaignPlan {
  version: string;
  assistantId: number;
  hours: CampaignHours;
  /** Of those whom its numbers can call. */
  legal: LegalHours;
  way: CampaignWay;
  /** Counts up: its numbers take turns. */
  turn: number;
  /** Whether people in these zones may be called, by this plan's hours. */
  stateOf(zoneKey: string, now: Date): CallingState;
}

/** Why a campaign cannot call. */
export interface Problem {
  /** In words for its owner. */
  reason: string;
  /** This process lacks something, which others may have. */
  isOfProcess: boolean;
}

/** So soon a change of a tool, or of a trunk, holds for new calls; other changes at once. */
const KEPT_MS = 5000;
const AT_ONCE = 4;

export interface PlanDeps {
  database: Database;
  clock: Pick<Clock, 'monotonicMs' | 'now'>;
  calls: CampaignCalls;
  legalHours: LegalHoursByCarrier;
  /** Carriers of numbers that this installation can dial over. */
  dialProviders: readonly string[];
}

interface Kept {
  plan: CampaignPlan;
  sinceMs: number;
  /** By zones: the answer, and from when on it was asked for. */
  states: Map<string, { state: CallingState; sinceMs: number }>;
}

/** Keeps what the calls of campaigns have in common, so that a dial asks the database for nothing of it. */
export class CampaignPlans {
  readonly #deps: PlanDeps;
  readonly #kept = new Map<number, Kept>();

  constructor(deps: PlanDeps) {
    this.#deps = deps;
  }

  /**
   * Looks up what is not known, or was changed, and anew what is old where somebody may be called now: those that wait for
   * their hours cost nothing.
   */
  async prepare(
    campaigns: readonly Pick<Standing, 'id' | 'version' | 'waiting'>[],
  ): Promise<Map<number, Problem>> {
    const nowMs = this.#deps.clock.monotonicMs();
    const now = this.#deps.clock.now();
    const stale = campaigns.filter(({ id, version, waiting }) => {
      const kept = this.#kept.get(id);
      if (kept?.plan.version !== version) return true;
      const isDue = ({ zoneKey, dueMs }: Standing['waiting'][number]): boolean =>
        dueMs <= now.getTime() && this.stateOf(id, zoneKey, now).open;
      return nowMs - kept.sinceMs > KEPT_MS && waiting.some(isDue);
    });
    const problems = new Map<number, Problem>();
    const rows = stale.length === 0 ? [] : await this.#read(stale.map(({ id }) => id));
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      await Promise.all(
        rows.slice(at, at + AT_ONCE).map(async (row) => {
          const problem = await this.#prepareOne(row, nowMs);
          if (problem !== null) problems.set(row.id, problem);
        }),
      );
    }
    return problems;
  }

  /** Campaigns of which a plan is kept. */
  get campaignIds(): number[] {
    return [...this.#kept.keys()];
  }

  /** Null: this process has no line for its calls. */
  of(campaignId: number): CampaignPlan | null {
    return this.#kept.get(campaignId)?.plan ?? null;
  }

  /**
   * Whether people in these zones may be called; worked out again when the answer is over. Of campaigns that others have
   * the lines for nothing is known here: these decide.
   */
  stateOf(campaignId: number, zoneKey: string, now: Date): CallingState {
    const kept = this.#kept.get(campaignId);
    if (kept === undefined) return { open: true, until: now };
    const nowMs = now.getTime();
    const known = kept.states.get(zoneKey);
    if (known !== undefined && isValid(known, nowMs)) return known.state;
    const { hours, legal } = kept.plan;
    const state = callingState(now, hours, { zoneKey, legal });
    kept.states.set(zoneKey, { state, sinceMs: nowMs });
    return state;
  }

  forget(campaignId: number): void {
    this.#kept.delete(campaignId);
  }

  async #prepareOne(row: PlanRow, nowMs: number): Promise<Problem | null> {
    const { database, calls, dialProviders } = this.#deps;
    const { id, version, assistantId, userId } = row;
    const about = { userId, campaignId: id, phoneNumberId: row.phoneNumberId };
    const numbers = await findCampaignNumbers(database, { ...about, providers: dialProviders });
    if (numbers.length === 0) {
      this.#kept.delete(id);
      // What this process is not configured for another one may be.
      const elsewhere = await findCampaignNumbers(database, { ...about, providers: null });
      if (elsewhere.length > 0) return null;
      return { reason: whyNoNumber(await areChosenGone(database, id)), isOfProcess: false };
    }
    try {
      const way = await calls.way({ userId, assistantId, campaignName: row.name, numbers });
      if (way === null) {
        this.#kept.delete(id);
        return null;
      }
      const before = this.#kept.get(id);
      const { timezone, start, end, days } = row;
      const hours = { timezone, start, end, days };
      const legal = legalHoursOf(numbers, this.#deps.legalHours);
      const isSame = (plan: CampaignPlan | undefined): boolean =>
        plan?.version === version && plan.legal === legal;
      const states = before !== undefined && isSame(before.plan) ? before.states : new Map();
      // A plan that is forgotten, or was replaced, still knows its own hours: nobody is called after them.
      const stateOf = (zoneKey: string, now: Date): CallingState =>
        isSame(this.#kept.get(id)?.plan)
          ? this.stateOf(id, zoneKey, now)
          : callingState(now, hours, { zoneKey, legal });
      const plan = { version, assistantId, hours, legal, way, turn: before?.plan.turn ?? 0, stateOf };
      this.#kept.set(id, { plan, sinceMs: nowMs, states });
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#kept.delete(id);
      return { reason: error.message, isOfProcess: error.code === 'unavailable' };
    }
  }

  #read(ids: readonly number[]): Promise<PlanRow[]> {
    return this.#deps.database.query<PlanRow>(
      `select campaign.id, campaign.name, campaign.user_id as "userId", ${VERSION} as version,
         campaign.assistant_id as "assistantId", assistant.phone_number_id as "phoneNumberId", campaign.timezone,
         allowed_hours_start_time as start, allowed_hours_end_time as end, allowed_days as days
       from campaigns campaign
       left join assistants assistant on assistant.id = campaign.assistant_id and assistant.deleted_at is null
       where campaign.id = any($1)`,
      [ids],
    );
  }
}

interface PlanRow extends CampaignHours {
  id: number;
  name: string;
  userId: number;
  version: string;
  assistantId: number;
  phoneNumberId: number | null;
}

/** A clock that was set back asks anew. */
function isValid({ state, sinceMs }: { state: CallingState; sinceMs: number }, nowMs: number): boolean {
  if (nowMs < sinceMs) return false;
  const endsAt = state.open ? state.until : state.from;
  return endsAt === null || nowMs < endsAt.getTime();
}
