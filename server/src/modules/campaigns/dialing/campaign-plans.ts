import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { Database } from '../../../db/client.ts';
import type { CampaignCallSetup, CampaignCalls } from '../../calls/active/campaign-calls.ts';
import { type CallingState, type CampaignHours, callingState } from '../rules/calling-hours.ts';
import { type LegalHours, type LegalHoursByCarrier, legalHoursOf } from '../rules/legal-hours.ts';
import { whyNoNumber } from '../rules/no-number.ts';
import { areChosenGone, findCampaignNumbers } from './caller-numbers.ts';
import type { CampaignSnapshot } from './campaign-snapshot.ts';
import { VERSION } from './claim-store.ts';

/** Data shared by all calls of a campaign, as of the last look-up. */
export interface CampaignPlan {
  version: string;
  assistantId: number;
  hours: CampaignHours;
  /** The legal hours for this campaign's calling numbers. */
  legal: LegalHours;
  setup: CampaignCallSetup;
  /** Counter that rotates the campaign's numbers. */
  turn: number;
  /** The calling state of a zone key by this plan's hours. */
  stateOf(zoneKey: string, now: Date): CallingState;
}

/** Why a campaign cannot make calls. */
export interface Problem {
  /** Shown to the account's owner. */
  reason: string;
  /** True if only this process is affected, so that others may be able to call. */
  isOfProcess: boolean;
}

/** After this time, changes to a tool or trunk apply to new calls. Changes to campaign and assistant apply at once. */
const MAX_PLAN_AGE_MS = 5000;
const CONCURRENT_LOOKUPS = 4;

export interface PlanDeps {
  database: Database;
  clock: Pick<Clock, 'monotonicMs' | 'now'>;
  calls: CampaignCalls;
  legalHours: LegalHoursByCarrier;
  /** Providers of numbers that this installation can dial over. */
  dialProviders: readonly string[];
}

interface CachedPlan {
  plan: CampaignPlan;
  sinceMs: number;
  /** By zone key: the state and when it was computed. */
  states: Map<string, { state: CallingState; sinceMs: number }>;
}

/** Caches campaign plans, so that dialing needs no look-ups. */
export class CampaignPlans {
  readonly #deps: PlanDeps;
  readonly #cached = new Map<number, CachedPlan>();

  constructor(deps: PlanDeps) {
    this.#deps = deps;
  }

  /**
   * Loads missing and changed plans, and refreshes old ones of campaigns that may call now. Campaigns outside their hours
   * cost no query.
   * @returns why campaigns cannot call, by id
   */
  async prepare(
    campaigns: readonly Pick<CampaignSnapshot, 'id' | 'version' | 'waiting'>[],
  ): Promise<Map<number, Problem>> {
    const nowMs = this.#deps.clock.monotonicMs();
    const now = this.#deps.clock.now();
    const stale = campaigns.filter(({ id, version, waiting }) => {
      const cached = this.#cached.get(id);
      if (cached?.plan.version !== version) return true;
      const isDue = ({ zoneKey, dueMs }: CampaignSnapshot['waiting'][number]): boolean =>
        dueMs <= now.getTime() && this.stateOf(id, zoneKey, now).open;
      return nowMs - cached.sinceMs > MAX_PLAN_AGE_MS && waiting.some(isDue);
    });
    const problems = new Map<number, Problem>();
    const rows = stale.length === 0 ? [] : await this.#read(stale.map(({ id }) => id));
    for (let at = 0; at < rows.length; at += CONCURRENT_LOOKUPS) {
      await Promise.all(
        rows.slice(at, at + CONCURRENT_LOOKUPS).map(async (row) => {
          const problem = await this.#prepareOne(row, nowMs);
          if (problem !== null) problems.set(row.id, problem);
        }),
      );
    }
    return problems;
  }

  /** Campaigns with a cached plan. */
  get campaignIds(): number[] {
    return [...this.#cached.keys()];
  }

  /** Null if this process has no route for the campaign. */
  of(campaignId: number): CampaignPlan | null {
    return this.#cached.get(campaignId)?.plan ?? null;
  }

  /**
   * The calling state of a zone key, cached until it expires. Without a plan the zones count as open, because processes
   * with a route decide.
   */
  stateOf(campaignId: number, zoneKey: string, now: Date): CallingState {
    const cached = this.#cached.get(campaignId);
    if (cached === undefined) return { open: true, until: now };
    const nowMs = now.getTime();
    const known = cached.states.get(zoneKey);
    if (known !== undefined && isValid(known, nowMs)) return known.state;
    const { hours, legal } = cached.plan;
    const state = callingState(now, hours, { zoneKey, legal });
    cached.states.set(zoneKey, { state, sinceMs: nowMs });
    return state;
  }

  forget(campaignId: number): void {
    this.#cached.delete(campaignId);
  }

  async #prepareOne(row: PlanRow, nowMs: number): Promise<Problem | null> {
    const { database, calls, dialProviders } = this.#deps;
    const { id, version, assistantId, userId } = row;
    const about = { userId, campaignId: id, phoneNumberId: row.phoneNumberId };
    const numbers = await findCampaignNumbers(database, { ...about, providers: dialProviders });
    if (numbers.length === 0) {
      this.#cached.delete(id);
      // Another process may be configured for these numbers.
      const elsewhere = await findCampaignNumbers(database, { ...about, providers: null });
      if (elsewhere.length > 0) return null;
      return { reason: whyNoNumber(await areChosenGone(database, id)), isOfProcess: false };
    }
    try {
      const setup = await calls.loadSetup({ userId, assistantId, campaignName: row.name, numbers });
      if (setup === null) {
        this.#cached.delete(id);
        return null;
      }
      const before = this.#cached.get(id);
      const { timezone, start, end, days, startsAt, endsAt } = row;
      const hours = { timezone, start, end, days, startsAt, endsAt };
      const legal = legalHoursOf(numbers, this.#deps.legalHours);
      const isSame = (plan: CampaignPlan | undefined): boolean =>
        plan?.version === version && plan.legal === legal;
      const states = before !== undefined && isSame(before.plan) ? before.states : new Map();
      // A replaced plan keeps its own hours for the calls that were claimed with it.
      const stateOf = (zoneKey: string, now: Date): CallingState =>
        isSame(this.#cached.get(id)?.plan)
          ? this.stateOf(id, zoneKey, now)
          : callingState(now, hours, { zoneKey, legal });
      const plan = { version, assistantId, hours, legal, setup, turn: before?.plan.turn ?? 0, stateOf };
      this.#cached.set(id, { plan, sinceMs: nowMs, states });
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      this.#cached.delete(id);
      return { reason: error.message, isOfProcess: error.code === 'unavailable' };
    }
  }

  #read(ids: readonly number[]): Promise<PlanRow[]> {
    return this.#deps.database.query<PlanRow>(
      `select campaign.id, campaign.name, campaign.user_id as "userId", ${VERSION} as version,
         campaign.assistant_id as "assistantId", assistant.phone_number_id as "phoneNumberId", campaign.timezone,
         allowed_hours_start_time as start, allowed_hours_end_time as end, allowed_days as days,
         campaign.starts_at as "startsAt", campaign.ends_at as "endsAt"
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

/** False if the state has expired or the clock was set back. */
function isValid({ state, sinceMs }: { state: CallingState; sinceMs: number }, nowMs: number): boolean {
  if (nowMs < sinceMs) return false;
  const endsAt = state.open ? state.until : state.from;
  return endsAt === null || nowMs < endsAt.getTime();
}
