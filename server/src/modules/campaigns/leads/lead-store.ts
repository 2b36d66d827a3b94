import type { Executor } from '../../../db/client.ts';

/** True if a campaign still exists. Call it after inserting a lead: deleting a campaign waits for uncommitted leads. */
export async function isCampaignThere(
  database: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<boolean> {
  const rows = await database.query(
    'select from campaigns where user_id = $1 and id = $2 and deleted_at is null',
    [userId, id],
  );
  return rows.length > 0;
}

/** Null if the account has no lead with this id. */
export async function findOwnLead(
  database: Executor,
  about: { userId: number; id: number },
): Promise<{ id: number } | null> {
  const [row] = await database.query<{ id: number }>('select id from leads where user_id = $1 and id = $2', [
    about.userId,
    about.id,
  ]);
  return row ?? null;
}

export async function hasLiveCall(database: Executor, leadId: number): Promise<boolean> {
  const rows = await database.query('select from calls where lead_id = $1 and ended_at is null', [leadId]);
  return rows.length > 0;
}

/** SQL that makes the oldest duplicate the regular lead of its person when a lead in `gone` gives the number up. */
const PROMOTED = `update leads set is_duplicate = false where id = (
  select next.id from leads next
  join gone on gone.campaign_id = next.campaign_id and number_key(gone.phone_number) = number_key(next.phone_number)
  where not gone.is_duplicate and next.user_id = $1 and next.is_duplicate and next.id <> gone.id
  order by next.id limit 1)`;

/**
 * Sets a lead's own number and makes it the current one; the state of the old number is reset. Throws a unique
 * violation if the campaign has the new number.
 */
export async function setLeadNumber(
  database: Executor,
  lead: { userId: number; id: number; phoneNumber: string; zoneKey: string },
): Promise<void> {
  await database.query(
    `with gone as (select id, campaign_id, phone_number, is_duplicate from leads where id = $2),
     moved as (
       update leads set phone_number = $3, zone_key = $4, contact_id = null, number_is_out = false, is_duplicate = false
       where id = $2 returning id),
     -- Another spelling of the number keeps the number.
     promoted as (${PROMOTED} and exists (select from moved)
       and exists (select from gone where number_key(phone_number) <> number_key($3)))
     select from moved`,
    [lead.userId, lead.id, lead.phoneNumber, lead.zoneKey],
  );
}

/**
 * Moves a lead to a campaign, without the results of its calls. Throws a unique violation if that campaign has its
 * number.
 */
export async function moveLead(
  database: Executor,
  lead: { userId: number; id: number; campaignId: number },
): Promise<void> {
  await database.query(
    `with gone as (select id, campaign_id, phone_number, is_duplicate from leads where id = $2),
     moved as (
       update leads set campaign_id = $3, is_duplicate = false, call_tries = 0, last_outcome = null, goal_met = null
       where id = $2 returning id),
     contacts as (update lead_contacts set call_tries = 0, last_outcome = null where lead_id = $2),
     promoted as (${PROMOTED} and exists (select from moved))
     select from moved`,
    [lead.userId, lead.id, lead.campaignId],
  );
}

/** Id of the campaign's lead with this external id; null if no lead has it. */
export async function findByExternalId(
  database: Executor,
  about: { userId: number; campaignId: number; externalId: string },
): Promise<number | null> {
  const [row] = await database.query<{ id: number }>(
    'select id from leads where user_id = $1 and campaign_id = $2 and external_id = $3',
    [about.userId, about.campaignId, about.externalId],
  );
  return row?.id ?? null;
}

/** Throws a unique violation if another lead of the campaign has the id. Null removes it. */
export async function setExternalId(
  database: Executor,
  { id, externalId }: { id: number; externalId: string | null },
): Promise<void> {
  await database.query('update leads set external_id = $2 where id = $1', [id, externalId]);
}

/** Contacts are part of their lead: clients that ask for changed leads find it. */
export async function touchLead(
  transaction: Executor,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  await transaction.query('update leads set updated_at = clock_timestamp() where user_id = $1 and id = $2', [
    userId,
    id,
  ]);
}

export async function setLeadVariables(
  database: Executor,
  id: number,
  variables: Record<string, unknown>,
): Promise<void> {
  await database.query('update leads set variables = $2 where id = $1', [id, JSON.stringify(variables)]);
}

/** @returns the deleted lead's campaign; null if the account has no lead with this id */
export async function removeLead(
  database: Executor,
  about: { userId: number; id: number },
): Promise<number | null> {
  const [row] = await database.query<{ campaign_id: number }>(
    `with gone as (
       delete from leads where user_id = $1 and id = $2 returning id, campaign_id, phone_number, is_duplicate),
     promoted as (${PROMOTED})
     select campaign_id from gone`,
    [about.userId, about.id],
  );
  return row?.campaign_id ?? null;
}
