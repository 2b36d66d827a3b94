import type { Executor } from '../../../db/client.ts';
import { IS_LIVE } from '../../calls/lifecycle/live-calls.ts';
import { HAS_BROKEN_OFF } from '../../calls/lifecycle/tool-calls.ts';
import { CURRENT_SPELLINGS, HAS_CALLBACK_AHEAD, PAUSED_UNTIL } from './contact-pause.ts';
import { isListed } from './is-listed.ts';

/*
 * A claim is one transaction. It first locks the campaign rows and counts their calls in a later statement. By then
 * the calls of earlier claims are committed, so the count is exact. A claim does not wait for locked campaigns but skips
 * and retries them.
 */

export interface LockedCampaign {
  id: number;
  userId: number;
  version: string;
  balanceMicros: number;
}

/** SQL for a version of the campaign and its assistant. */
export const VERSION = `campaign.updated_at::text || ' ' || coalesce(assistant.updated_at::text, 'none')`;

/** Locks the campaigns in `ids` that run and that no other process is claiming for. Leads can still be added to them. */
export function lockCampaigns(transaction: Executor, ids: readonly number[]): Promise<LockedCampaign[]> {
  return transaction.query<LockedCampaign>(
    `select campaign.id, campaign.user_id as "userId", ${VERSION} as version, balance_micros as "balanceMicros"
     from campaigns campaign
     join users on users.id = campaign.user_id
     left join assistants assistant on assistant.id = campaign.assistant_id and assistant.deleted_at is null
     where campaign.id = any($1) and campaign.status = 'in-progress' and campaign.deleted_at is null
     order by campaign.id for no key update of campaign skip locked`,
    [ids],
  );
}

/** Serializes claims of accounts with a low balance. @returns the balances under the lock */
export async function lockAccounts(
  transaction: Executor,
  ids: readonly number[],
): Promise<{ id: number; balanceMicros: number }[]> {
  return transaction.query<{ id: number; balanceMicros: number }>(
    `select id, balance_micros as "balanceMicros" from users
     where id = any($1) order by id for no key update`,
    [ids],
  );
}

export interface WantedDials {
  campaignId: number;
  /** Maximum number of calls. The campaign's own limit applies as well. */
  slots: number;
  /** Keys of the zones that may be called now. */
  zones: readonly string[];
}

/** A due lead, locked by the claim. */
export interface PickedLead {
  campaignId: number;
  leadId: number;
  contactId: number | null;
  phoneNumber: string;
  /** Zone key of `phoneNumber`. */
  zoneKey: string;
  /** The lead's variables; the contact's override them. */
  variables: Record<string, unknown>;
  contactVariables: Record<string, unknown> | null;
  isBlacklisted: boolean;
  /** True if a recent call to the lead at this number broke off. */
  isContinued: boolean;
}

/**
 * Picks due leads, oldest first, within each campaign's limit. Requires `lockCampaigns`. Skips leads whose previous
 * call is still live, numbers in any live call of the account, numbers with a callback ahead, and numbers that another
 * campaign or a callback called shortly before.
 * @param about `maxParallelCalls`: caps campaigns that were stored with a higher limit
 */
export function pickLeads(
  transaction: Executor,
  wanted: readonly WantedDials[],
  { maxParallelCalls, now }: { maxParallelCalls: number; now: Date },
): Promise<PickedLead[]> {
  return transaction.query<PickedLead>(
    `select campaign.id as "campaignId", lead.id as "leadId", contact.id as "contactId",
       coalesce(contact.phone_number, lead.phone_number) as "phoneNumber", lead.zone_key as "zoneKey", lead.variables,
       contact.variables as "contactVariables",
       ${isListed('campaign.user_id', 'coalesce(contact.phone_number, lead.phone_number)')} as "isBlacklisted",
       ${HAS_BROKEN_OFF({ lead: 'lead.id', number: 'coalesce(contact.phone_number, lead.phone_number)', now: '$3::timestamptz' })} as "isContinued"
     from json_to_recordset($1) as wanted ("campaignId" bigint, slots int, zones json)
     join campaigns campaign on campaign.id = wanted."campaignId"
     cross join lateral (
       select count(*)::int as live from calls
       where campaign_id = campaign.id and ended_at is null) as going
     cross join lateral (
       select due.* from json_array_elements_text(wanted.zones) as zone
       cross join lateral (
         select id, due_at, contact_id, phone_number, zone_key, variables from leads lead
         where campaign_id = campaign.id and zone_key = zone and due_at <= $3
           and not exists (select from calls where lead_id = lead.id and ended_at is null)
           and not exists (select from calls where user_id = campaign.user_id
             and ${IS_LIVE('calls')} and client_phone_number = ${CURRENT_SPELLINGS})
           and not ${HAS_CALLBACK_AHEAD}
           and (${PAUSED_UNTIL} > $3) is not true
         order by due_at, id
         limit greatest(0, least(wanted.slots, least(campaign.max_calls_in_parallel, $2) - going.live))
         for no key update skip locked) as due
       order by due.due_at, due.id
       limit greatest(0, least(wanted.slots, least(campaign.max_calls_in_parallel, $2) - going.live))) as lead
     left join lead_contacts contact on contact.id = lead.contact_id
     -- A contact added since this statement began is picked in the next pass.
     where lead.contact_id is null or contact.id is not null
     order by lead.due_at, lead.id`,
    // Selects these fields, because callers pass objects with additional ones.
    [
      JSON.stringify(wanted.map(({ campaignId, slots, zones }) => ({ campaignId, slots, zones }))),
      maxParallelCalls,
      now,
    ],
  );
}

export interface NewDial {
  attempt_id: string;
  user_id: number;
  assistant_id: number;
  campaign_id: number;
  lead_id: number;
  contact_id: number | null;
  phone_number_id: number;
  number_provider: string;
  assistant_phone_number: string;
  client_phone_number: string;
  variables: Record<string, unknown>;
  given_variables: readonly string[];
  ringing_time_ms: number;
  is_free: boolean;
  /** The planned instant of the dial. */
  initiated_at: Date;
}

/**
 * Stores the calls of a claim and marks their leads as processing, in one statement. A lead keeps waiting if another
 * campaign or an earlier lead has already claimed its number.
 * @returns call ids by lead
 */
export async function storeDials(
  transaction: Executor,
  dials: readonly NewDial[],
  { processId, now }: { processId: string; now: Date },
): Promise<Map<number, number>> {
  const rows = await transaction.query<{ id: number; lead_id: number }>(
    `with claimed as (
       insert into calls (attempt_id, user_id, assistant_id, type, campaign_id, lead_id, contact_id, phone_number_id,
         number_provider, assistant_phone_number, client_phone_number, variables, given_variables, ringing_time_ms, process_id,
         carrier_cost_micros, initiated_at, created_at)
       select attempt_id, user_id, assistant_id, 'outbound', campaign_id, lead_id, contact_id, phone_number_id,
         number_provider, assistant_phone_number, client_phone_number, variables, given_variables, ringing_time_ms, $2,
         case when is_free then 0 end, initiated_at, $3
       from json_to_recordset($1) as dial (attempt_id uuid, user_id bigint, assistant_id bigint, campaign_id bigint, lead_id bigint,
         contact_id bigint, phone_number_id bigint, number_provider text, assistant_phone_number text, client_phone_number text,
         variables json, given_variables text[], ringing_time_ms int, is_free boolean, initiated_at timestamptz)
       -- Claims of the same numbers wait for each other in one order.
       order by number_key(client_phone_number)
       on conflict (user_id, number_key(client_phone_number)) where campaign_id is not null and ended_at is null do nothing
       returning id, lead_id, contact_id),
     led as (
       update leads set status = 'processing', due_at = null, due_before_pause = null, call_id = claimed.id, call_tries = call_tries + 1,
         updated_at = $3
       from claimed where leads.id = claimed.lead_id),
     reached as (
       update lead_contacts set status = 'processing', call_tries = call_tries + 1, updated_at = $3
       from claimed where lead_contacts.id = claimed.contact_id)
     select id, lead_id from claimed`,
    [JSON.stringify(dials), processId, now],
  );
  return new Map(rows.map(({ id, lead_id }) => [lead_id, id]));
}
