import type { Database, Executor } from '../../../db/client.ts';
import { hasLiveJob } from '../../../jobs/define-job.ts';
import type { Embedder } from '../../../providers/spec/embedder.ts';
import { bumpRevision } from '../store.ts';
import { vectorToBytes } from './vector-bytes.ts';

/** A passage that lacks a vector of the configured model. */
interface UnembeddedChunk {
  id: number;
  heading: string;
  text: string;
}

/** A batch takes some seconds; a killed worker's knowledgebase waits this long at most. */
const leaseSeconds = 30;

/** Whether this worker may embed the knowledgebase now; one does at a time. Also renews its own lease. */
export async function takeEmbeddingLease(
  database: Executor,
  knowledgebaseId: number,
  workerId: string,
): Promise<boolean> {
  const rows = await database.query(
    `update knowledgebases
     set embedding_worker = $2, embedding_lease_until = clock_timestamp() + make_interval(secs => ${leaseSeconds})
     where id = $1 and (embedding_worker = $2 or embedding_lease_until is null
       or embedding_lease_until < clock_timestamp())
     returning id`,
    [knowledgebaseId, workerId],
  );
  return rows.length > 0;
}

export async function returnEmbeddingLease(
  database: Executor,
  knowledgebaseId: number,
  workerId: string,
): Promise<void> {
  await database.query(
    `update knowledgebases set embedding_worker = null, embedding_lease_until = null
     where id = $1 and embedding_worker = $2`,
    [knowledgebaseId, workerId],
  );
}

/** Passages that readers see, oldest documents first. */
export function findUnembedded(
  database: Executor,
  about: { knowledgebaseId: number; model: string; limit: number },
): Promise<UnembeddedChunk[]> {
  return database.query<UnembeddedChunk>(
    `select chunks.id, heading, text
     from documents join chunks on chunks.document_id = documents.id and chunks.generation = documents.generation
     where documents.knowledgebase_id = $1 and documents.generation > 0
       and documents.stage = 'embedding' and chunks.embedding_model is distinct from $2
     order by documents.id, chunks.position limit $3`,
    [about.knowledgebaseId, about.model, about.limit],
  );
}

/** Stores vectors; passages deleted meanwhile are skipped. False when the knowledgebase is gone. */
export function storeVectors(
  database: Database,
  about: { knowledgebaseId: number; embedder: Embedder },
  vectors: ReadonlyMap<number, Float32Array>,
): Promise<boolean> {
  const { model, dimensions } = about.embedder;
  return database.transaction(async (transaction) => {
    const revision = await bumpRevision(transaction, about.knowledgebaseId);
    if (revision === null) return false;
    await transaction.query(
      `update chunks set embedding = row.embedding, embedding_model = $3, revision = $4
       from unnest($1::bigint[], $2::bytea[]) as row (id, embedding) where chunks.id = row.id`,
      [[...vectors.keys()], [...vectors.values()].map(vectorToBytes), model, revision],
    );
    await transaction.query(
      `update knowledgebases set embedding_model = $2, embedding_dimensions = $3
       where id = $1 and embedding_model is distinct from $2`,
      [about.knowledgebaseId, model, dimensions],
    );
    await countEmbedded(transaction, about.knowledgebaseId, model);
    return true;
  });
}

/** Shows on each document how many of its passages have a vector; those with all of them are ready. */
export async function countEmbedded(
  database: Executor,
  knowledgebaseId: number,
  model: string,
): Promise<void> {
  await database.query(
    `update documents
     set progress_done = counts.embedded, progress_total = counts.total,
       stage = case when counts.embedded = counts.total then 'ready' else 'embedding' end
     from (
       select documents.id, count(*)::int as total,
         (count(*) filter (where chunks.embedding_model = $2))::int as embedded
       from documents join chunks on chunks.document_id = documents.id and chunks.generation = documents.generation
       where documents.knowledgebase_id = $1 and documents.stage = 'embedding' group by documents.id) counts
     where documents.id = counts.id and documents.stage = 'embedding'`,
    [knowledgebaseId, model],
  );
}

/** Sends documents that carry vectors of another model back to `embedding`: the configured model has changed. */
export async function reopenForeignEmbeddings(database: Executor, model: string): Promise<void> {
  await database.query(
    `update documents set stage = 'embedding', progress_done = 0
     from knowledgebases base
     where documents.knowledgebase_id = base.id and base.embedding_model <> $1
       and documents.status = 'active' and documents.stage = 'ready'`,
    [model],
  );
}

/** Knowledgebases with passages to embed for which no job stands in line. */
export function findIdleEmbeddings(database: Executor): Promise<{ id: number; userId: number }[]> {
  return database.query(
    `select base.id, base.user_id as "userId" from knowledgebases base
     where (base.embedding_lease_until is null or base.embedding_lease_until < clock_timestamp())
       and exists (select from documents
         where documents.user_id = base.user_id and documents.knowledgebase_id = base.id
           and documents.stage = 'embedding')
       and not ${hasLiveJob(`'embed-knowledgebase-' || base.id`)}
     order by base.id limit 1000`,
  );
}
