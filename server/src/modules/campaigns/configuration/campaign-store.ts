import type { CampaignStatus } from '#contract/campaign-states.ts';
import { type Campaign, campaign } from '#contract/campaigns.ts';
import type { Executor, Transaction } from '../../../db/client.ts';
import { columnsOf, jsonObject } from '../../../db/json-object.ts';
import { CAMPAIGN_COLUMNS, type CampaignColumns } from './campaign-columns.ts';

/** SQL for the API representation of the row `campaign`. */
const CAMPAIGN_JSON = jsonObject<Campaign>({
  ...columnsOf('campaign', campaign.keyof().options),
  created_at: 'iso_timestamp(campaign.created_at)',
  updated_at: 'iso_timestamp(campaign.updated_at)',
  phone_number_ids: `array(select phone_number_id from campaign_phone_numbers chosen
    where chosen.campaign_id = campaign.id order by position)`,
  started_at: 'iso_timestamp(campaign.started_at)',
  completed_at: 'iso_timestamp(campaign.completed_at)',
  starts_at: 'iso_timestamp(campaign.starts_at)',
  ends_at: 'iso_timestamp(campaign.ends_at)',
});

const STORED_COLUMNS = CAMPAIGN_COLUMNS.map((name) =>
  name === 'starts_at' || name === 'ends_at' ? `iso_timestamp(${name}) as ${name}` : name,
).join(', ');

/** All campaigns as JSON text, oldest first. */
export async function readCampaigns(database: Executor, userId: number): Promise<string> {
  const [row] = await database.query<{ items: string }>(
    `select coalesce(json_agg(${CAMPAIGN_JSON} order by campaign.id), '[]')::text as items
     from campaigns campaign where user_id = $1 and deleted_at is null`,
    [userId],
  );
  return row?.items ?? '[]';
}

/** Null if the account has no campaign with this id. */
export async function readCampaign(
  database: Executor,
  about: { userId: number; id: number },
): Promise<string | null> {
  const [row] = await database.query<{ item: string }>(
    `select ${CAMPAIGN_JSON}::text as item
     from campaigns campaign where user_id = $1 and id = $2 and deleted_at is null`,
    [about.userId, about.id],
  );
  return row?.item ?? null;
}

export interface StoredCampaign extends CampaignColumns {
  id: number;
  status: CampaignStatus;
}

/** Null if the account has no campaign with this id. `isLocked` locks the row until the transaction ends. */
export async function findCampaign(
  database: Executor,
  { userId, id, isLocked = false }: { userId: number; id: number; isLocked?: boolean },
): Promise<StoredCampaign | null> {
  const [row] = await database.query<StoredCampaign>(
    `select id, status, ${STORED_COLUMNS}
     from campaigns where user_id = $1 and id = $2 and deleted_at is null ${isLocked ? 'for no key update' : ''}`,
    [userId, id],
  );
  return row ?? null;
}

/** Counts the account's campaigns and locks its row, so that no other campaign is created before the commit. */
export async function lockAndCount(database: Executor, userId: number): Promise<number> {
  await database.query('select from users where id = $1 for no key update', [userId]);
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from campaigns where user_id = $1 and deleted_at is null',
    [userId],
  );
  return row?.count ?? 0;
}

export async function insertCampaign(
  database: Executor,
  userId: number,
  columns: CampaignColumns,
): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    `insert into campaigns (user_id, ${CAMPAIGN_COLUMNS.join(', ')})
     values ($1, ${CAMPAIGN_COLUMNS.map((_, index) => `$${index + 2}`).join(', ')}) returning id`,
    [userId, ...CAMPAIGN_COLUMNS.map((name) => columns[name])],
  );
  if (row === undefined) throw new Error('The campaign was not stored.');
  return row.id;
}

export async function updateCampaign(
  database: Executor,
  { userId, id }: { userId: number; id: number },
  columns: CampaignColumns,
): Promise<void> {
  await database.query(
    `update campaigns set ${CAMPAIGN_COLUMNS.map((name, index) => `${name} = $${index + 3}`).join(', ')},
       updated_at = clock_timestamp()
     where user_id = $1 and id = $2`,
    [userId, id, ...CAMPAIGN_COLUMNS.map((name) => columns[name])],
  );
}

/** Sets the calling numbers in order; empty means the assistant's or account's number. */
export async function setCampaignNumbers(
  database: Executor,
  campaignId: number,
  numberIds: readonly number[],
): Promise<void> {
  await database.query(
    `select write_audit(user_id, 'updated', 'campaign', id::text, name, changed_fields(
       jsonb_build_object('phone_number_ids', before), jsonb_build_object('phone_number_ids', after)))
     from campaigns cross join lateral (
       select to_jsonb(array(select phone_number_id from campaign_phone_numbers
         where campaign_id = campaigns.id order by position)) as before, to_jsonb($2::bigint[]) as after) numbers
     where id = $1 and before <> after`,
    [campaignId, numberIds],
  );
  await database.query('delete from campaign_phone_numbers where campaign_id = $1', [campaignId]);
  await database.query(
    `insert into campaign_phone_numbers (campaign_id, phone_number_id, position)
     select $1, id, position from unnest($2::bigint[]) with ordinality as chosen (id, position)`,
    [campaignId, numberIds],
  );
  await database.query('update campaigns set has_chosen_numbers = $2 where id = $1', [
    campaignId,
    numberIds.length > 0,
  ]);
}

/** Hides a campaign; its calls stay in the history. False if the account has no such campaign. */
export async function hideCampaign(
  database: Executor,
  { userId, id, now }: { userId: number; id: number; now: Date },
): Promise<boolean> {
  const hidden = await database.query(
    `update campaigns set deleted_at = $3,
       status = case status when 'in-progress' then 'stopped' else status end, updated_at = clock_timestamp()
     where user_id = $1 and id = $2 and deleted_at is null returning id`,
    [userId, id, now],
  );
  return hidden.length > 0;
}

export async function removeLeads(transaction: Transaction, campaignId: number): Promise<void> {
  // There may be millions of leads.
  await transaction.withoutTimeLimit();
  await transaction.query('delete from leads where campaign_id = $1', [campaignId]);
}

/** Waits for transactions that are adding leads to the campaign. */
export async function awaitNewLeads(database: Executor, campaignId: number): Promise<void> {
  // This lock waits for the foreign key locks of new leads.
  await database.query('select from campaigns where id = $1 for update', [campaignId]);
}
