import type { PageReading } from './read-page.ts';

/** A page that was read, with its links. */
export type CachedReading = Extract<PageReading, { kind: 'page' }>;

/** What an earlier attempt at the same crawl has read, by the address that was asked for. */
export interface PageCache {
  get(url: string): CachedReading | undefined;
  set(url: string, reading: CachedReading): Promise<void>;
}

export const emptyPageCache: PageCache = { get: () => undefined, set: async () => undefined };
