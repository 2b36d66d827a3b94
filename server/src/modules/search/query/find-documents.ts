import type { Executor } from '../../../db/client.ts';
import {
  accountLexeme,
  type DocumentFilters,
  dayLexeme,
  filterLexemes,
  monthLexeme,
  quoted,
} from '../words/lexemes.ts';
import { beginningIn, type SearchTerms, wordsConditions, wordsQuery } from '../words/search-terms.ts';
import {
  type DocumentSearch,
  type FoundDocument,
  findCompletions,
  findOldest,
  firstPeriodWith,
  searchPeriod,
  searchRecent,
} from './document-store.ts';
import { daysBack, monthsBack } from './periods.ts';

/** Documents that are sorted at once. */
const FEW = 1000;

/**
 * The newest matching documents. Frequent words are found among the newest documents, which are compared one by one.
 * Others are searched by month, and by day where a month has many, so that no search sorts all documents of a word.
 */
export async function findDocuments(
  database: Executor,
  {
    terms,
    filters,
    ...given
  }: Omit<DocumentSearch, 'query'> & { terms: SearchTerms; filters: DocumentFilters },
): Promise<FoundDocument[]> {
  const { userId, limit } = given;
  const conditionsOf = (completions: readonly string[] | null): string[] => [
    ...filterLexemes(userId, filters).map(quoted),
    ...wordsConditions(terms, completions),
  ];
  if (wordsQuery(terms) === null) return [];
  const { found, last } = await searchRecent(database, { ...given, query: conditionsOf(null).join(' & ') });
  if (found.length >= limit || last === null) return found;
  const oldest = await findOldest(database, userId, given.dateFrom);
  if (oldest === null) return found;
  const beginning = beginningIn(terms);
  const others = [quoted(accountLexeme(userId)), ...conditionsOf(null).slice(0, -1)].join(' & ');
  const completions =
    beginning === null ? null : await findCompletions(database, { userId, others, beginning });
  const conditions = conditionsOf(completions);
  const search = {
    ...given,
    before: last,
    query: conditions.join(' & '),
    others: conditions.slice(0, -1).join(' & ') || null,
    lastWord: conditions.at(-1) ?? '',
  };
  for await (const month of periodsWith(database, search, {
    periods: monthsBack(new Date(last.at), oldest),
    lexemeOf: monthLexeme,
  })) {
    found.push(...(await newestInMonth(database, { ...search, limit: limit - found.length }, month)));
    if (found.length >= limit) break;
  }
  return found;
}

interface PeriodSearch extends DocumentSearch {
  /** Text of the tsquery of everything but the last word; null without any. */
  others: string | null;
  lastWord: string;
}

async function newestInMonth(
  database: Executor,
  search: PeriodSearch,
  month: string,
): Promise<FoundDocument[]> {
  const { userId, limit } = search;
  const some = await searchPeriod(database, search, { period: monthLexeme(userId, month), most: FEW + 1 });
  if (some.length <= FEW) return newestOf(some, limit);
  const found: FoundDocument[] = [];
  for await (const day of periodsWith(database, search, { periods: daysBack(month), lexemeOf: dayLexeme })) {
    const inDay = await searchPeriod(database, search, { period: dayLexeme(userId, day), most: null });
    found.push(...newestOf(inDay, limit - found.length));
    if (found.length >= limit) break;
  }
  return found;
}

/** The periods with matching documents, in the given order. */
async function* periodsWith(
  database: Executor,
  { userId, others, lastWord }: PeriodSearch,
  { periods, lexemeOf }: { periods: readonly string[]; lexemeOf: (userId: number, period: string) => string },
): AsyncGenerator<string> {
  for (let rest = periods; rest.length > 0; ) {
    const lexemes = rest.map((period) => lexemeOf(userId, period));
    const index = await firstPeriodWith(database, { userId, others, lastWord, periods: lexemes });
    const period = index === null ? undefined : rest[index];
    if (index === null || period === undefined) return;
    yield period;
    rest = rest.slice(index + 1);
  }
}

function newestOf(documents: readonly FoundDocument[], limit: number): FoundDocument[] {
  return documents
    .toSorted((one, other) =>
      one.atText < other.atText ? 1 : one.atText > other.atText ? -1 : other.id - one.id,
    )
    .slice(0, limit);
}
