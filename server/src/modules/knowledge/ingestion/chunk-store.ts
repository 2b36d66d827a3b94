import type { Database } from '../../../db/client.ts';
import { enqueueEmbedding } from '../jobs.ts';
import { bumpRevision } from '../store.ts';
import { dropFetchedPages } from './fetched-pages.ts';
import type { NewChunk } from './new-chunk.ts';
import { Superseded } from './superseded.ts';
import type { DocumentWork } from './work-store.ts';

/** Stores passages that no reader sees before `showChunks`. Throws `Superseded` when the work is not wanted any more. */
export async function addChunks(
  database: Database,
  work: DocumentWork,
  batch: { firstPosition: number; chunks: readonly NewChunk[] },
): Promise<void> {
  const { firstPosition, chunks } = batch;
  await database.transaction(async (transaction) => {
    const revision = await bumpRevision(transaction, work);
    const rows = await transaction.query(
      `insert into chunks (user_id, knowledgebase_id, document_id, generation, position, heading, text, source, revision)
       select document.user_id, document.knowledgebase_id, document.id, document.building,
         $3 + row.number::int - 1, row.heading, row.text, row.source, $4
       from (select * from documents where user_id = $8 and id = $1 and building = $2 and status = 'processing' for share) document
       cross join unnest($5::text[], $6::text[], $7::text[])
         with ordinality as row (heading, text, source, number)
       returning id`,
      [
        work.id,
        work.building,
        firstPosition,
        revision,
        chunks.map((chunk) => chunk.heading),
        chunks.map((chunk) => chunk.text),
        chunks.map((chunk) => chunk.source),
        work.userId,
      ],
    );
    if (rows.length === 0) throw new Superseded();
  });
}

/**
 * Makes the new passages the document's, all at once, drops the old ones and has them embedded.
 * From here on the document is found by words; it becomes `active` once it is found by meaning too.
 */
export async function showChunks(
  database: Database,
  work: DocumentWork,
  { count, warning }: { count: number; warning: string | null },
): Promise<void> {
  await database.transaction(async (transaction) => {
    await bumpRevision(transaction, work);
    const rows = await transaction.query(
      `update documents
       set generation = building, stage = 'embedding', error = null, warning = $5,
         progress_done = 0, progress_total = $3, updated_at = clock_timestamp()
       where user_id = $4 and id = $1 and building = $2 and status = 'processing' returning id`,
      [work.id, work.building, count, work.userId, warning],
    );
    if (rows.length === 0) throw new Superseded();
    await transaction.query(
      'delete from chunks where user_id = $1 and document_id = $2 and generation < $3',
      [work.userId, work.id, work.building],
    );
    await dropFetchedPages(transaction, { userId: work.userId, documentId: work.id });
    await enqueueEmbedding(transaction, { id: work.knowledgebaseId, userId: work.userId });
  });
}
