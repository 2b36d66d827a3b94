import { createBatcher } from '../../../core/batcher.ts';
import type { Executor } from '../../../db/client.ts';
import type { PageRequest } from '../../../http/pagination.ts';
import { readPage } from '../store.ts';
import { readListVersions } from './list-version.ts';
import { type ListedPage, PageCache } from './page-cache.ts';

export type PageReader = (userId: number, page: PageRequest) => Promise<ListedPage>;

const MAX_CACHED_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads pages of accounts' lists. Every request asks the database whether its list has changed since the page was
 * read; requests that arrive together share that question, and only a changed page travels again.
 */
export function createPageReader(database: Executor): PageReader {
  const cache = new PageCache(MAX_CACHED_CHARACTERS);
  const readVersion = createBatcher((userIds: readonly number[]) => readListVersions(database, userIds));
  return async (userId, request) => {
    const key = `${userId} ${request.page} ${request.perPage}`;
    // Asked before the page is read: what changes in between makes the entry old, never wrong.
    const version = await readVersion(userId);
    const known = cache.get(key, version);
    if (known !== null) return known;
    const page = await readPage(database, userId, request);
    cache.set(key, version, page);
    return page;
  };
}
