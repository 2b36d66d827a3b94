import type { CampaignStatus } from '#contract/campaign-states.ts';
import { isoTimestamp } from '../../../core/zoned-time.ts';
import type { Executor } from '../../../db/client.ts';
import { IS_LIVE } from '../../calls/lifecycle/live-calls.ts';
import type { CampaignDependencies } from '../configuration/dependencies.ts';
import { CHOSEN_ARE_GONE } from '../dialing/caller-numbers.ts';
import { CALLS_FOR_CAMPAIGNS } from '../dialing/dialing-processes.ts';
import { type CallingState, callingState } from '../rules/calling-hours.ts';
import { legalHoursOf } from '../rules/legal-hours.ts';
import {
  type WaitingCampaign,
  type WaitingLead,
  type WaitingReason,
  whyWaiting,
} from '../rules/why-waiting.ts';
import type { ReadLead } from './lead-page.ts';

export interface CampaignFacts extends WaitingCampaign {
  id: number;
  status: CampaignStatus;
  timezone: string;
  start: string;
  end: string;
  days: string[];
  startsAt: Date | null;
  endsAt: Date | null;
  /** Providers of its calling numbers. */
  carriers: string[];
}

/** Adds the waiting reason to leads in JSON text. */
export async function withReasons(
  dependencies: Omit<CampaignDependencies, 'database'> & { database: Executor },
  userId: number,
  leads: readonly ReadLead[],
): Promise<string[]> {
  const ids = [...new Set(leads.map(({ campaignId }) => campaignId))];
  const campaigns = ids.length === 0 ? [] : await findFacts(dependencies, userId, ids);
  const byId = new Map(campaigns.map((campaign) => [campaign.id, campaign]));
  const reasonOf = createReasons(dependencies);
  return leads.map((lead) => {
    const campaign = byId.get(lead.campaignId);
    const reason = campaign === undefined ? null : reasonOf(lead, campaign);
    return `${lead.item.slice(0, -1)}, "waiting" : ${JSON.stringify(presented(reason))}}`;
  });
}

/** Returns a function that explains why leads wait. It caches calling states by campaign and zone. */
export function createReasons({
  clock,
  legalHours,
}: Pick<CampaignDependencies, 'clock' | 'legalHours'>): (
  lead: WaitingLead & { zoneKey: string },
  campaign: CampaignFacts,
) => WaitingReason | null {
  const now = clock.now();
  const known = new Map<string, CallingState>();
  return (lead, campaign) => {
    const numbers = campaign.carriers.map((provider) => ({ provider }));
    const legal = legalHoursOf(numbers, legalHours);
    const stateAt = (at: Date): CallingState => {
      const key = `${campaign.id} ${at.getTime()} ${lead.zoneKey}`;
      const state = known.get(key) ?? callingState(at, campaign, { zoneKey: lead.zoneKey, legal });
      known.set(key, state);
      return state;
    };
    return whyWaiting(lead, campaign, { now, stateAt });
  };
}

function presented(reason: WaitingReason | null): object | null {
  if (reason === null) return null;
  const { code, text, until } = reason;
  return { code, text, until: until === null ? null : isoTimestamp(until) };
}

/** Facts about campaigns that may keep their leads waiting. */
export function findFacts(
  {
    database,
    dialProviders,
    prices,
    plan,
  }: Pick<CampaignDependencies, 'dialProviders' | 'prices' | 'plan'> & {
    database: Executor;
  },
  userId: number,
  ids: readonly number[],
): Promise<CampaignFacts[]> {
  return database.query<CampaignFacts>(
    `with can_call as (
       select id, type, provider from phone_numbers where user_id = $1 and provider = any($3) and has_active_subscription),
     live as (select campaign_id, answered_at from calls where user_id = $1 and ${IS_LIVE('calls')})
     select campaign.id, campaign.status, campaign.stop_reason as "stopReason", campaign.timezone,
       allowed_hours_start_time as start, allowed_hours_end_time as end, allowed_days as days,
       campaign.starts_at as "startsAt", campaign.ends_at as "endsAt",
       least(max_calls_in_parallel, $5) as "maxCallsInParallel",
       (select count(*)::int from live where campaign_id = campaign.id) as "liveCalls",
       users.balance_micros >= $4::bigint * (1 + (select count(*) from live where answered_at is null)) as "canPay",
       exists (select from processes where ${CALLS_FOR_CAMPAIGNS}) as "hasDialer",
       carriers <> '{}' as "hasNumber", carriers, ${CHOSEN_ARE_GONE} as "areChosenGone"
     from campaigns campaign join users on users.id = campaign.user_id
     join assistants on assistants.id = campaign.assistant_id
     cross join lateral (
       select case when campaign.has_chosen_numbers
         then array (select provider from campaign_phone_numbers join can_call on can_call.id = phone_number_id
           where campaign_id = campaign.id)
         else array (select provider from can_call
           where assistants.phone_number_id is null or assistants.phone_number_id = can_call.id
           order by array_position(array['normal', 'sip', 'caller_id'], type), id limit 1) end as carriers) numbers
     where campaign.user_id = $1 and campaign.id = any($2)`,
    [userId, ids, dialProviders, prices.callMinuteMicros, plan.parallelCalls],
  );
}
