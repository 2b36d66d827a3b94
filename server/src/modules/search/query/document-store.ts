import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';

export interface FoundDocument {
  id: number;
  kind: 'call' | 'conversation' | 'lead';
  sourceId: number;
  at: Date;
  /** With microseconds, for the cursor. */
  atText: string;
  firstLine: number | null;
  lastLine: number | null;
}

/** Documents before a position of the list; null: from the newest. */
export interface Position {
  at: string;
  id: number;
}

export interface DocumentSearch {
  userId: number;
  /** Text of the tsquery. */
  query: string;
  before: Position | null;
  /** `YYYY-MM-DD`, inclusive, in the account's time zone. */
  dateFrom: string | null;
  dateTo: string | null;
  limit: number;
}

const COLUMNS = `id, kind, source_id as "sourceId", at, iso_timestamp(at) as "atText", first_line as "firstLine",
  last_line as "lastLine"`;

const WITHIN = `($3::timestamptz is null or (at, id) < ($3, $4::bigint))
  and ${withinDays('at', { user: '$1', from: '$5', to: '$6' })}`;

/** Newest documents that are compared one by one. Frequent words are found among them. */
const RECENT = 500;

/** Searches the newest documents of the account. `last`: the oldest one that was compared; null if it is the account's first. */
export async function searchRecent(
  database: Executor,
  { userId, query, before, dateFrom, dateTo, limit }: DocumentSearch,
): Promise<{ found: FoundDocument[]; last: Position | null }> {
  const rows = await database.query<FoundDocument & { doesMatch: boolean }>(
    `select ${COLUMNS}, words @@ (select $2::tsquery) as "doesMatch" from search_documents
     where user_id = $1 and ${WITHIN} order by search_documents.at desc, id desc limit ${RECENT}`,
    [userId, query, before?.at ?? null, before?.id ?? null, dateFrom, dateTo],
  );
  const found = rows.filter(({ doesMatch }) => doesMatch).slice(0, limit);
  const oldest = rows.length < RECENT ? undefined : rows.at(-1);
  return { found, last: oldest === undefined ? null : { at: oldest.atText, id: oldest.id } };
}

/**
 * Searches the account's documents through the index of words only. `+ 0`, the subquery and `materialized` keep the
 * planner from reading the account's documents in order of time, or all of them.
 */
const FOUND = `found as materialized (
  select id, kind, source_id, at, first_line, last_line from search_documents
  where user_id + 0 = $1 and words @@ (select $2::tsquery))`;

/** Up to `limit` matching documents in any order. */
export function searchAny(
  database: Executor,
  { userId, query, before, dateFrom, dateTo, limit }: DocumentSearch,
): Promise<FoundDocument[]> {
  return database.query<FoundDocument>(
    `with ${FOUND} select ${COLUMNS} from found where ${WITHIN} limit $7`,
    [userId, query, before?.at ?? null, before?.id ?? null, dateFrom, dateTo, limit],
  );
}

/** The newest `limit` matching documents. Sorts all, so the query has to limit the time. */
export function searchNewest(
  database: Executor,
  { userId, query, before, dateFrom, dateTo, limit }: DocumentSearch,
): Promise<FoundDocument[]> {
  return database.query<FoundDocument>(
    `with ${FOUND} select ${COLUMNS} from found where ${WITHIN} order by found.at desc, id desc limit $7`,
    [userId, query, before?.at ?? null, before?.id ?? null, dateFrom, dateTo, limit],
  );
}

/** Time of the account's first document from a day on; null without one. */
export async function findOldest(
  database: Executor,
  userId: number,
  dateFrom: string | null,
): Promise<Date | null> {
  const [row] = await database.query<{ at: Date }>(
    `select at from search_documents
     where user_id = $1 and ($2::date is null or at >= $2::date - interval '1 day') order by at limit 1`,
    [userId, dateFrom],
  );
  return row?.at ?? null;
}
