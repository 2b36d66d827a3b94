import type { Database } from '../../../db/client.ts';
import { enqueueEmbedding } from '../jobs.ts';
import { bumpRevision } from '../store.ts';
import { dropFetchedPages } from './fetched-pages.ts';
import type { NewChunk } from './new-chunk.ts';
import { Superseded } from './superseded.ts';
import type { DocumentWork } from './work-store.ts';

export interface ReadSource {
  count: number;
  contentHash: string;
  warning: string | null;
  pages: number | null;
}

/** The published passages of the pages whose URL `isWanted` accepts. */
export async function findPublishedChunks(
  database: Database,
  work: DocumentWork,
  isWanted: (source: string) => boolean,
): Promise<NewChunk[]> {
  const shown = `from documents join chunks
      on chunks.document_id = documents.id and chunks.generation = documents.generation
    where documents.user_id = $1 and documents.id = $2 and source is not null`;
  const about = [work.userId, work.id];
  const sources = await database.query<{ source: string }>(`select distinct source ${shown}`, about);
  const wanted = sources.map(({ source }) => source).filter(isWanted);
  if (wanted.length === 0) return [];
  return database.query<NewChunk>(
    `select heading, text, source ${shown} and source = any($3::text[]) order by position`,
    [...about, wanted],
  );
}

/** Stores passages, hidden until `publishChunks`. Throws `Superseded` if the run is outdated. */
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
 * Replaces the document's passages with the new ones in one transaction and enqueues their embedding; unchanged texts
 * keep their vectors. Word search finds the document from now on; it becomes `active` when all its passages are embedded.
 */
export async function publishChunks(database: Database, work: DocumentWork, read: ReadSource): Promise<void> {
  const { id, building, userId } = work;
  await database.transaction(async (transaction) => {
    const revision = await bumpRevision(transaction, work);
    const rows = await transaction.query(
      `update documents
       set generation = building, stage = 'embedding', error = null, warning = $5, refresh_error = null,
         content_hash = $6, pages = $7, last_read_at = clock_timestamp(),
         progress_done = 0, progress_total = $3, updated_at = clock_timestamp()
       where user_id = $4 and id = $1 and building = $2 and status = 'processing' returning id`,
      [id, building, read.count, userId, read.warning, read.contentHash, read.pages],
    );
    if (rows.length === 0) throw new Superseded();
    await transaction.query(
      `update chunks set embedding = old.embedding, embedding_model = old.embedding_model, revision = $4
       from chunks old
       where old.user_id = $1 and old.document_id = $2 and old.generation < $3 and old.embedding_model is not null
         and chunks.user_id = $1 and chunks.document_id = $2 and chunks.generation = $3
         and chunks.heading = old.heading and chunks.text = old.text`,
      [userId, id, building, revision],
    );
    await transaction.query(
      'delete from chunks where user_id = $1 and document_id = $2 and generation < $3',
      [userId, id, building],
    );
    await dropFetchedPages(transaction, { userId, documentId: id });
    await enqueueEmbedding(transaction, { id: work.knowledgebaseId, userId });
  });
}

/** Ends a refresh without changes: passages and vectors stay. */
export async function keepPublishedChunks(
  database: Database,
  work: DocumentWork,
  read: Pick<ReadSource, 'warning' | 'pages'>,
): Promise<void> {
  const { id, building, userId } = work;
  await database.transaction(async (transaction) => {
    const rows = await transaction.query(
      `update documents
       set status = 'active', stage = 'embedding', error = null, warning = $4, refresh_error = null,
         pages = $5, last_read_at = clock_timestamp(), updated_at = clock_timestamp()
       where user_id = $3 and id = $1 and building = $2 and status = 'processing' returning id`,
      [id, building, userId, read.warning, read.pages],
    );
    if (rows.length === 0) throw new Superseded();
    await dropFetchedPages(transaction, { userId, documentId: id });
    await enqueueEmbedding(transaction, { id: work.knowledgebaseId, userId });
  });
}
