import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { accountLexeme, quoted } from '../words/lexemes.ts';

export interface FoundDocument {
  id: number;
  kind: 'call' | 'conversation' | 'lead' | 'sms';
  sourceId: number;
  /** Negative for the notes of a conversation. */
  part: number;
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

const COLUMNS = `id, kind, source_id as "sourceId", part, at, iso_timestamp(at) as "atText", first_line as "firstLine",
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

const COMPLETION_ROUNDS = 3;
/** Documents read per pass to find further completions. */
const COMPLETION_DOCUMENTS = 100;
const MAX_COMPLETIONS = 50;

/**
 * All words of the account with a prefix; null if there are too many. The index lists the documents of a prefix again for
 * each condition, but skips over those of a word.
 */
export async function findCompletions(
  database: Executor,
  userId: number,
  beginning: string,
): Promise<string[] | null> {
  const known = new Set([beginning]);
  for (let round = 0; round < COMPLETION_ROUNDS; round += 1) {
    const others = [...known].map((word) => `!${quoted(word)}`);
    const rows = await database.query<{ word: string }>(
      `select distinct lexeme as word from (
         select words from search_documents where user_id + 0 = $1 and words @@ (select $2::tsquery)
         limit ${COMPLETION_DOCUMENTS}) as sample, unnest(sample.words)
       where starts_with(lexeme, $3) limit ${MAX_COMPLETIONS}`,
      [userId, [quoted(accountLexeme(userId)), `${quoted(beginning)}:*`, ...others].join(' & '), beginning],
    );
    const before = known.size;
    for (const { word } of rows) known.add(word);
    if (known.size === before) return [...known];
    if (known.size > MAX_COMPLETIONS) return null;
  }
  return null;
}

/**
 * Index of the first period with a matching document; null without one. Two conditions instead of one query: the index
 * skips from one match to the next of both, and thus over all documents where only one of them matches.
 * @param periods lexemes of months or days, which contain the account
 */
export async function firstPeriodWith(
  database: Executor,
  { userId, query, periods }: { userId: number; query: string; periods: readonly string[] },
): Promise<number | null> {
  const [row] = await database.query<{ index: number }>(
    `with recursive probe (next, is_found) as (
       select 0, false union all
       select next + 1, exists (
         select from search_documents
         where user_id + 0 = $1 and words @@ ($3::text[])[next + 1]::tsquery and words @@ $2::tsquery)
       from probe where not is_found and next < cardinality($3::text[]))
     select next - 1 as index from probe where is_found`,
    [userId, query, periods.map(quoted)],
  );
  return row?.index ?? null;
}

/**
 * Matching documents of a month or day in any order. `+ 0`, the subqueries and `materialized` keep the planner from
 * reading the account's documents in order of time, or all of them.
 * @param about `most`: at most as many; null for all
 */
export function searchPeriod(
  database: Executor,
  { userId, query, before, dateFrom, dateTo }: DocumentSearch,
  { period, most }: { period: string; most: number | null },
): Promise<FoundDocument[]> {
  return database.query<FoundDocument>(
    `with found as materialized (
       select id, kind, source_id, part, at, first_line, last_line from search_documents
       where user_id + 0 = $1 and words @@ (select $8::tsquery) and words @@ (select $2::tsquery))
     select ${COLUMNS} from found where ${WITHIN} limit $7`,
    [userId, query, before?.at ?? null, before?.id ?? null, dateFrom, dateTo, most, quoted(period)],
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
