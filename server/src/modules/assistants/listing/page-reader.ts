import type { Executor } from '../../../db/client.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { readPage } from '../store.ts';
import { type ListedPage, PageCache } from './page-cache.ts';

export type PageReader = (userId: number, page: PageRequest) => Promise<ListedPage>;

const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads pages of accounts' lists, each with one statement. It names the version that is known here, and only a page
 * of another version travels again: what another process has changed shows at once.
 */
export function createPageReader(database: Executor): PageReader {
  const cache = new PageCache(MAX_CACHED_CHARACTERS);
  return async (userId, request) => {
    const key = `${userId} ${request.page} ${request.perPage}`;
    const known = cache.get(key);
    const { version, page } = await readPage(database, userId, {
      ...request,
      knownVersion: known?.version ?? null,
    });
    if (known?.version === version) return known.page;
    cache.set(key, { version, page });
    return page;
  };
}
