import type { Executor } from '../../../db/client.ts';

/**
 * Whether a campaign is there still. Asked behind the insert of a lead: whoever deletes the campaign waits for leads that
 * are not committed, and those who dial for it wait for nobody.
 */
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

/** Null: the account has no lead of this id. */
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

/** A lead's own number, whose turn it is from now on. What is known of the one before counts no more. */
export async function setLeadNumber(
  database: Executor,
  { id, phoneNumber, zoneKey }: { id: number; phoneNumber: string; zoneKey: string },
): Promise<void> {
  await database.query(
    `update leads set phone_number = $2, zone_key = $3, contact_id = null, number_is_out = false where id = $1`,
    [id, phoneNumber, zoneKey],
  );
}

export async function setLeadVariables(
  database: Executor,
  id: number,
  variables: Record<string, unknown>,
): Promise<void> {
  await database.query('update leads set variables = $2 where id = $1', [id, JSON.stringify(variables)]);
}

/** @returns the campaign of a lead that is gone now; null: the account has none of this id */
export async function removeLead(
  database: Executor,
  about: { userId: number; id: number },
): Promise<number | null> {
  const [row] = await database.query<{ campaign_id: number }>(
    'delete from leads where user_id = $1 and id = $2 returning campaign_id',
    [about.userId, about.id],
  );
  return row?.campaign_id ?? null;
}
