import type { Executor } from '../../../db/client.ts';

/** SQL for the number that `lead` calls next. */
const CURRENT_NUMBER =
  'coalesce((select phone_number from lead_contacts where id = lead.contact_id), lead.phone_number)';

/** SQL for all spellings of that number, which are one person's. */
export const CURRENT_SPELLINGS = `any(number_spellings(number_key(${CURRENT_NUMBER})))`;

/** SQL condition: the call reached the person, or tried to. */
const HAS_TRIED = `ended_at is not null and (status not in ('failed', 'canceled') or answered_at is not null)`;

/** SQL condition: a callback that has not been dialed yet. */
const IS_CALLBACK_AHEAD = `is_callback and status = 'scheduled'`;

/** A callback is dialed within about a second of its time, before the leads that waited for it. */
const CALLBACK_AHEAD = `interval '1 minute'`;

/** SQL condition: the call is one of the account with the next number of `lead`. */
const IS_OF_PERSON = `user_id = campaign.user_id and client_phone_number = ${CURRENT_SPELLINGS}`;

/**
 * SQL for the end of the pause that `campaign` keeps for the next number of `lead`: after callbacks and calls by other
 * campaigns, and before callbacks. Null before the first such call; may be in the past. Each subquery has its own partial
 * index, which a condition for both would rule out.
 */
export const PAUSED_UNTIL = `greatest(
    (select max(ended_at) + make_interval(mins => campaign.contact_pause) from calls
     where ${IS_OF_PERSON} and campaign_id <> campaign.id and ${HAS_TRIED}),
    (select max(case when ended_at is null then scheduled_at + ${CALLBACK_AHEAD}
       else ended_at + make_interval(mins => campaign.contact_pause) end) from calls
     where ${IS_OF_PERSON} and is_callback and (status = 'scheduled' or ${HAS_TRIED})))`;

/** SQL condition: the next number of `lead` has a callback that has not been dialed yet. */
export const HAS_CALLBACK_AHEAD = `exists (select from calls
  where ${IS_OF_PERSON} and ${IS_CALLBACK_AHEAD})`;

const MAX_POSTPONED = 1000;

/**
 * Postpones due leads to the end of their pause, up to a thousand, so that no pass has to skip them.
 * @param campaignIds campaigns whose due leads could not be called
 */
export async function postponePaused(
  transaction: Executor,
  campaignIds: readonly number[],
  now: Date,
): Promise<void> {
  await transaction.query(
    `with paused as (
       select lead.id, pause.until from campaigns campaign
       join leads lead on lead.campaign_id = campaign.id
       cross join lateral (select ${PAUSED_UNTIL} as until) as pause
       where campaign.id = any($1) and lead.due_at <= $2 and pause.until > $2
       limit ${MAX_POSTPONED} for no key update of lead skip locked)
     update leads set due_before_pause = coalesce(due_before_pause, due_at), due_at = paused.until, updated_at = $2
     from paused where leads.id = paused.id`,
    [campaignIds, now],
  );
}

/** Restores the due time of leads that a campaign's `contact_pause` postponed. */
export async function releasePaused(
  transaction: Executor,
  { campaignId, now }: { campaignId: number; now: Date },
): Promise<void> {
  await transaction.query(
    `update leads set due_at = due_before_pause, due_before_pause = null, updated_at = $2
     where campaign_id = $1 and due_at is not null and due_before_pause is not null`,
    [campaignId, now],
  );
}

/**
 * Restores the due time of leads that a callback postponed which was canceled before it was dialed. Other pauses postpone
 * them again.
 * @returns their campaigns
 */
export async function releaseCallback(
  transaction: Executor,
  { callId, now }: { callId: number; now: Date },
): Promise<number[]> {
  const rows = await transaction.query<{ campaignId: number }>(
    `with callback as (
       select user_id, number_spellings(number_key(client_phone_number)) as numbers from calls
       where id = $1 and is_callback),
     waiting as (
       select id from leads where (user_id, phone_number) in (select user_id, unnest(numbers) from callback)
       union
       select lead_id from lead_contacts
       where (user_id, phone_number) in (select user_id, unnest(numbers) from callback))
     update leads set due_at = due_before_pause, due_before_pause = null, updated_at = $2
     where id in (select id from waiting) and due_at is not null and due_before_pause is not null
     returning campaign_id as "campaignId"`,
    [callId, now],
  );
  return [...new Set(rows.map(({ campaignId }) => campaignId))];
}
