import type { Executor } from '../../../db/client.ts';
import { isListed } from '../dialing/is-listed.ts';
import { skipUndialable } from '../leads/skip-undialable.ts';

export interface ImportAbout {
  userId: number;
  campaignId: number;
  now: Date;
  /** True to store leads whose number the campaign already has. */
  mayRepeat: boolean;
}

/** A page of staged leads: up to `max`, after `afterRow`. */
export interface StagedPage {
  afterRow: number;
  max: number;
}

/** Result of a page that was stored or, in a dry run, compared. */
export interface PageOutcome {
  /** Null after the last page. */
  lastRow: number | null;
  stored: number;
  /** Blacklisted numbers among the stored leads. */
  blacklisted: number;
  duplicates: number[];
}

/**
 * Stores a page of staged leads in one statement and skips undialable numbers. Ids are assigned first, so that rows that
 * were not stored are identified even if their number is repeated. Waits for requests that store the same numbers.
 */
export async function storeStaged(
  transaction: Executor,
  { userId, campaignId, now, mayRepeat }: ImportAbout,
  { afterRow, max }: StagedPage,
): Promise<PageOutcome> {
  const { zoneless, ...outcome } = onlyRow(
    await transaction.query<PageOutcome & { zoneless: number[] }>(
      `with page as materialized (${PAGE}),
       given as materialized (select nextval(pg_get_serial_sequence('leads', 'id')) as id, page.* from page),
       known as materialized (
         select given.*, ${isListed('$1', 'given.phone_number')} as is_listed from given),
       first as (${insertFrom('false', 'known where not is_repeat')}
         on conflict (campaign_id, phone_number) where not is_duplicate do nothing returning id, status),
       repeated as (${insertFrom('true', 'known where $6 and id not in (select id from first)')}
         returning id, status),
       stored as materialized (select * from first union all select * from repeated),
       contacts as (
         insert into lead_contacts (user_id, lead_id, position, phone_number, variables, zone_key, status)
         select $1, known.id, position, contact ->> 'phoneNumber', contact -> 'variables', contact ->> 'zoneKey',
           case when ${isListed('$1', "contact ->> 'phoneNumber'")} then 'blacklisted' else 'created' end
         from known join stored on stored.id = known.id
         cross join json_array_elements(known.contacts) with ordinality as list (contact, position))
       select max(row) as "lastRow", count(stored.id)::int as stored,
         count(*) filter (where stored.status = 'blacklisted')::int as blacklisted,
         coalesce(json_agg(row order by row) filter (where stored.id is null), '[]') as duplicates,
         coalesce(json_agg(stored.id) filter (
           where stored.status = 'created' and zone_key = '' and json_array_length(contacts) > 0), '[]') as zoneless
       from known left join stored on stored.id = known.id`,
      [userId, campaignId, afterRow, max, now, mayRepeat],
    ),
  );
  await skipUndialable(transaction, zoneless, now);
  return outcome;
}

/** Computes the result of `storeStaged` by reading only, without locks. */
export async function compareStaged(
  database: Executor,
  { userId, campaignId, mayRepeat }: ImportAbout,
  { afterRow, max }: StagedPage,
): Promise<PageOutcome> {
  return onlyRow(
    await database.query<PageOutcome>(
      // Forces one index look-up per number, because the planner's statistics are outdated after an import.
      `with page as materialized (${PAGE}),
       known as (
         select row, there.is_there is not null and not $5 as is_duplicate,
           ${isListed('$1', 'page.phone_number')} as is_listed
         from page
         left join lateral (select true as is_there from leads
           where campaign_id = $2 and phone_number = page.phone_number and not is_duplicate limit 1) there on true)
       select max(row) as "lastRow", count(*) filter (where not is_duplicate)::int as stored,
         count(*) filter (where is_listed and not is_duplicate)::int as blacklisted,
         coalesce(json_agg(row order by row) filter (where is_duplicate), '[]') as duplicates
       from known`,
      [userId, campaignId, afterRow, max, mayRepeat],
    ),
  );
}

const PAGE = 'select * from staged_leads where row > $3 order by row limit $4';

const insertFrom = (isDuplicate: string, rows: string): string => `
  insert into leads (id, user_id, campaign_id, phone_number, variables, zone_key, is_duplicate, status, due_at)
  overriding system value
  select id, $1, $2, phone_number, variables, zone_key, ${isDuplicate},
    case when is_listed then 'blacklisted' else 'created' end, case when not is_listed then $5::timestamptz end
  from ${rows}`;

function onlyRow<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('The aggregate query returned no row.');
  return row;
}
