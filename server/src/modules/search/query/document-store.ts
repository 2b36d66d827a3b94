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

/** Searches the newest documents of the account, and finds how far back they reach; null: to the first document. */
export async function searchRecent(
  database: Executor,
  { userId, query, before, dateFrom, dateTo, limit }: DocumentSearch,
): Promise<{ found: FoundDocument[]; newestAt: Date | null; reachesTo: Date | null }> {
  const [row] = await database.query<{
    found: (Omit<FoundDocument, 'at'> & { at: string })[];
    newestAt: Date | null;
    oldestAt: Date | null;
    count: number;
  }>(
    `with recent as materialized (
       select * from search_documents where user_id = $1 and ${WITHIN} order by at desc, id desc limit ${RECENT}),
     found as (
       select ${COLUMNS} from recent where words @@ $2::tsquery order by at desc, id desc limit $7)
     select (select coalesce(json_agg(found), '[]') from found) as found, max(at) as "newestAt",
       min(at) as "oldestAt", count(*)::int as count
     from recent`,
    [userId, query, before?.at ?? null, before?.id ?? null, dateFrom, dateTo, limit],
  );
  if (row === undefined) return { found: [], newestAt: null, reachesTo: null };
  const found = row.found.map((document) => ({ ...document, at: new Date(document.at) }));
  return { found, newestAt: row.newestAt, reachesTo: row.count < RECENT ? null : row.oldestAt };
}

/**
 * Searches the account's documents from an instant on, through the index of words only: `+ 0` and `materialized` keep
 * the planner from reading the account's documents in order of time.
 */
export function searchSince(
  database: Executor,
  { userId, query, before, dateFrom, dateTo, limit }: DocumentSearch,
  since: Date | null,
): Promise<FoundDocument[]> {
  return database.query<FoundDocument>(
    `with found as materialized (
       select * from search_documents where user_id + 0 = $1 and words @@ $2::tsquery)
     select ${COLUMNS} from found
     where ${WITHIN} and ($8::timestamptz is null or at >= $8) order by found.at desc, id desc limit $7`,
    [userId, query, before?.at ?? null, before?.id ?? null, dateFrom, dateTo, limit, since],
  );
}
