import { withinDays } from '../../../db/account-days.ts';
import type { Executor } from '../../../db/client.ts';
import { quoted } from '../words/lexemes.ts';

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
 * All words with a prefix in documents with the other words; null if there are too many. The index lists the documents
 * of a prefix again for each condition, but skips over those of a word.
 * @param about `others`: text of the tsquery of the account and the other words
 */
export async function findCompletions(
  database: Executor,
  { userId, others, beginning }: { userId: number; others: string; beginning: string },
): Promise<string[] | null> {
  const known = new Set([beginning, ...(await findFrequentWords(database, beginning))]);
  for (let round = 0; round < COMPLETION_ROUNDS; round += 1) {
    if (known.size > MAX_COMPLETIONS) return null;
    const unknown = [...known].map((word) => `!${quoted(word)}`);
    const rows = await database.query<{ word: string }>(
      `select distinct lexeme as word from (
         select words from search_documents
         where user_id + 0 = $1 and words @@ $2::tsquery and words @@ $3::tsquery
         limit ${COMPLETION_DOCUMENTS}) as sample, unnest(sample.words)
       where starts_with(lexeme, $4) limit ${MAX_COMPLETIONS}`,
      [userId, others, [`${quoted(beginning)}:*`, ...unknown].join(' & '), beginning],
    );
    const before = known.size;
    for (const { word } of rows) known.add(word);
    if (known.size === before) return [...known];
  }
  return null;
}

/** Frequent words of the installation with a prefix, from the statistics of the database, which may be missing. */
async function findFrequentWords(database: Executor, beginning: string): Promise<string[]> {
  const rows = await database.query<{ word: string }>(
    `select word from pg_stats, unnest(most_common_elems::text::text[]) as word
     where schemaname = current_schema() and tablename = 'search_documents' and attname = 'words'
       and starts_with(word, $1) limit ${MAX_COMPLETIONS / 2}`,
    [beginning],
  );
  return rows.map(({ word }) => word);
}

/**
 * Index of the first period with a matching document; null without one. Several conditions instead of one query: the
 * index skips from one match to the next of all, and thus over all documents where only some of them match.
 * @param about `others` (null without any), `lastWord`: texts of tsqueries; `periods`: lexemes of months or days, which
 * contain the account
 */
export async function firstPeriodWith(
  database: Executor,
  about: { userId: number; others: string | null; lastWord: string; periods: readonly string[] },
): Promise<number | null> {
  const { userId, others, lastWord, periods } = about;
  const [row] = await database.query<{ index: number }>(
    `with recursive probe (next, is_found) as (
       select 0, false union all
       select next + 1, exists (
         select from search_documents
         where user_id + 0 = $1 and words @@ ($4::text[])[next + 1]::tsquery
           and words @@ coalesce($2, ($4::text[])[next + 1])::tsquery and words @@ $3::tsquery)
       from probe where not is_found and next < cardinality($4::text[]))
     select next - 1 as index from probe where is_found`,
    [userId, others, lastWord, periods.map(quoted)],
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
