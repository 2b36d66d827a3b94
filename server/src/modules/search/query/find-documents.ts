import type { Executor } from '../../../db/client.ts';
import { type DocumentFilters, filterLexemes, quoted } from '../words/lexemes.ts';
import { type DocumentSearch, type FoundDocument, searchRecent, searchSince } from './document-store.ts';
import { windowsBefore } from './windows.ts';

/**
 * The newest matching documents. First compares the newest documents one by one, which finds frequent words, then
 * searches ever longer spans with the index, which is fast for the others. Never sorts all documents of a word.
 */
export async function findDocuments(
  database: Executor,
  search: DocumentSearch & { filters: DocumentFilters },
): Promise<FoundDocument[]> {
  const { userId, limit, filters } = search;
  const own = filterLexemes(userId, filters).map(quoted).join(' & ');
  const query = `${own} & (${search.query})`;
  const { found, newestAt, reachesTo } = await searchRecent(database, { ...search, query });
  if (found.length >= limit || newestAt === null || reachesTo === null) return found;
  const recentMs = newestAt.getTime() - reachesTo.getTime();
  let all = found;
  for (const window of windowsBefore(newestAt, { userId, recentMs })) {
    const inWindow = window.query === null ? query : `${query} & ${window.query}`;
    all = await searchSince(database, { ...search, query: inWindow }, window.from);
    if (all.length >= limit) break;
  }
  return all;
}
