import type { Database, Executor } from '../../../db/client.ts';
import type { CachedReading, PageCache } from '../crawl/page-cache.ts';

interface Run {
  id: number;
  userId: number;
  run: number;
  building: number;
}

/** Stores the pages that a run has read, so that its next attempt need not fetch them again. */
export async function openFetchedPages(database: Database, work: Run): Promise<PageCache> {
  const rows = await database.query<{ address: string; reading: CachedReading }>(
    'select address, reading from fetched_pages where user_id = $1 and document_id = $2 and run = $3',
    [work.userId, work.id, work.run],
  );
  const known = new Map(rows.map(({ address, reading }) => [address, reading]));
  return {
    get: (url) => known.get(url),
    // Writes only while this attempt is current: a later one may have started, or the document may be deleted.
    set: async (url, reading) => {
      await database.query(
        `insert into fetched_pages (document_id, user_id, run, address, reading)
         select id, user_id, run, $3, $4 from documents
         where user_id = $5 and id = $1 and building = $2 and status = 'processing'`,
        [work.id, work.building, url, JSON.stringify(reading), work.userId],
      );
    },
  };
}

export async function dropFetchedPages(
  transaction: Executor,
  { userId, documentId }: { userId: number; documentId: number },
): Promise<void> {
  await transaction.query('delete from fetched_pages where user_id = $1 and document_id = $2', [
    userId,
    documentId,
  ]);
}
