import type { PageReading } from './read-page.ts';

export type CachedReading = Extract<PageReading, { kind: 'page' }>;

/** Pages read by earlier attempts at the same crawl, by requested URL. */
export interface PageCache {
  get(url: string): CachedReading | undefined;
  set(url: string, reading: CachedReading): Promise<void>;
}

export const emptyPageCache: PageCache = { get: () => undefined, set: async () => undefined };
