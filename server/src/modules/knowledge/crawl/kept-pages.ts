import type { PageReading } from './read-page.ts';

/** A page that was read, with its links. */
export type KeptReading = Extract<PageReading, { kind: 'page' }>;

/** What an earlier attempt at the same crawl has read, by the address that was asked for. */
export interface KeptPages {
  recall(url: string): KeptReading | undefined;
  remember(url: string, reading: KeptReading): Promise<void>;
}

export const nothingKept: KeptPages = { recall: () => undefined, remember: async () => undefined };
