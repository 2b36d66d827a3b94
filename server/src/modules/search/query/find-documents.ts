import type { Executor } from '../../../db/client.ts';
import { type DocumentFilters, dayLexeme, filterLexemes, monthLexeme, quoted } from '../words/lexemes.ts';
import {
  type DocumentSearch,
  type FoundDocument,
  findOldest,
  type Position,
  searchAny,
  searchNewest,
  searchRecent,
} from './document-store.ts';
import { daysBack, monthsBack } from './periods.ts';

/** Documents that are sorted at once. */
const FEW = 1000;

/**
 * The newest matching documents. Frequent words are found among the newest documents, which are compared one by one.
 * Rare words have few documents, which the index finds. For words that were frequent long ago, the index is searched by
 * month, and by day where a month has many. So no search sorts all documents of a word.
 */
export async function findDocuments(
  database: Executor,
  given: DocumentSearch & { filters: DocumentFilters },
): Promise<FoundDocument[]> {
  const { userId, limit, filters } = given;
  const own = filterLexemes(userId, filters).map(quoted).join(' & ');
  const search = { ...given, query: `${own} & (${given.query})` };
  const { found, last } = await searchRecent(database, search);
  if (found.length >= limit || last === null) return found;
  const rest = { ...search, before: last, limit: limit - found.length };
  return [...found, ...((await findFew(database, search, rest)) ?? (await findBack(database, rest, last)))];
}

/** All remaining documents, if they are few. Null if not, and in spans of time, which may be small parts of many. */
async function findFew(
  database: Executor,
  { before, dateFrom, dateTo }: DocumentSearch,
  rest: DocumentSearch,
): Promise<FoundDocument[] | null> {
  if (before !== null || dateFrom !== null || dateTo !== null) return null;
  const any = await searchAny(database, { ...rest, limit: FEW + 1 });
  return any.length > FEW ? null : newestOf(any, rest.limit);
}

async function findBack(
  database: Executor,
  search: DocumentSearch,
  { at }: Position,
): Promise<FoundDocument[]> {
  const { userId, query, limit } = search;
  const oldest = await findOldest(database, userId, search.dateFrom);
  const found: FoundDocument[] = [];
  for (const month of oldest === null ? [] : monthsBack(new Date(at), oldest)) {
    const inMonth = `${query} & ${quoted(monthLexeme(userId, month))}`;
    const any = await searchAny(database, { ...search, query: inMonth, limit: FEW + 1 });
    if (any.length <= FEW) found.push(...newestOf(any, limit - found.length));
    else {
      for (const day of daysBack(month)) {
        const inDay = `${query} & ${quoted(dayLexeme(userId, day))}`;
        const missing = limit - found.length;
        if (missing > 0)
          found.push(...(await searchNewest(database, { ...search, query: inDay, limit: missing })));
      }
    }
    if (found.length >= limit) break;
  }
  return found;
}

function newestOf(documents: readonly FoundDocument[], limit: number): FoundDocument[] {
  return documents
    .toSorted((one, other) =>
      one.atText < other.atText ? 1 : one.atText > other.atText ? -1 : other.id - one.id,
    )
    .slice(0, limit);
}
