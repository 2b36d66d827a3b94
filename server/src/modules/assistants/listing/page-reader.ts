import { createBatcher } from '../../../core/batcher.ts';
import type { Executor } from '../../../db/client.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { type CachedPage, type ListedPage, PageCache } from './page-cache.ts';
import { type ListPageRequest, readPages } from './read-pages.ts';

export type PageReader = (userId: number, page: PageRequest) => Promise<ListedPage>;

const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;
/** Limits the size of one statement's result. */
const MAX_PAGES_AT_ONCE = 32;

/**
 * Reads pages of accounts' lists through a cache. Every request queries the database with the cached version, so
 * changes by other processes show immediately, but unchanged pages are not transferred again. Concurrent requests share
 * one statement, and identical ones share its result.
 */
export function createPageReader(database: Executor): PageReader {
  const cache = new PageCache(MAX_CACHED_CHARACTERS);
  const ask = createBatcher(
    (asked: readonly ListPageRequest[]) => readDistinctPages(database, asked),
    MAX_PAGES_AT_ONCE,
  );
  return async (userId, { page, perPage }) => {
    const key = `${userId} ${page} ${perPage}`;
    const known = cache.get(key);
    const read = await ask({ userId, page, perPage, knownVersion: known?.version ?? null });
    if (known?.version === read.version) return known.page;
    cache.set(key, read);
    return read.page;
  };
}

async function readDistinctPages(
  database: Executor,
  asked: readonly ListPageRequest[],
): Promise<readonly CachedPage[]> {
  const distinct = new Map(asked.map((one) => [nameOf(one), one]));
  const pages = await readPages(database, [...distinct.values()]);
  const byName = new Map([...distinct.keys()].map((name, index) => [name, pages[index]]));
  return asked.flatMap((one) => byName.get(nameOf(one)) ?? []);
}

function nameOf({ userId, page, perPage, knownVersion }: ListPageRequest): string {
  return `${userId} ${page} ${perPage} ${knownVersion}`;
}
