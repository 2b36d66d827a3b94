import type { Database, Executor } from '../../../db/client.ts';
import type { Embedder } from '../../../providers/interfaces/embedder.ts';
import { claimsIn } from '../../../work/claims.ts';
import { hasLiveJob } from '../../../work/define-job.ts';
import type { KnowledgebaseKey } from '../retrieval/loader.ts';
import { vectorToBytes } from '../retrieval/vector-bytes.ts';
import { bumpRevision } from '../store.ts';
import type { UnembeddedPassage } from './embed-passages.ts';

/** Limits how long a stuck worker of a live process blocks a knowledgebase. A batch takes a few seconds. */
const LEASE_SECONDS = 30;
const CLAIMS = claimsIn({ process: 'embedding_process' });

/** One run of the job and its process. */
export interface EmbeddingWorker {
  id: string;
  processId: string;
}

/** SQL condition: no lease, an expired one, or one of a dead process. */
const HAS_NO_LIVE_WORKER = `(embedding_lease_until is null or embedding_lease_until < clock_timestamp()
  or ${CLAIMS.isFree()})`;

/** Acquires or renews the worker's lease on the knowledgebase. @returns false if another worker has it */
export async function acquireEmbeddingLease(
  database: Executor,
  { userId, knowledgebaseId }: KnowledgebaseKey,
  worker: EmbeddingWorker,
): Promise<boolean> {
  const rows = await database.query(
    `update knowledgebases
     set embedding_worker = $2, ${CLAIMS.take('$4')},
       embedding_lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})
     where user_id = $3 and id = $1 and (embedding_worker = $2 or ${HAS_NO_LIVE_WORKER})
     returning id`,
    [knowledgebaseId, worker.id, userId, worker.processId],
  );
  return rows.length > 0;
}

export async function releaseEmbeddingLease(
  database: Executor,
  { userId, knowledgebaseId }: KnowledgebaseKey,
  worker: EmbeddingWorker,
): Promise<void> {
  await database.query(
    `update knowledgebases set embedding_worker = null, ${CLAIMS.release}, embedding_lease_until = null
     where user_id = $3 and id = $1 and embedding_worker = $2`,
    [knowledgebaseId, worker.id, userId],
  );
}

/**
 * Published passages without a vector. Documents with the fewest of them come first, so that a page does not wait for
 * an earlier book.
 */
export function findUnembedded(
  database: Executor,
  { userId, knowledgebaseId }: KnowledgebaseKey,
  { model, limit }: { model: string; limit: number },
): Promise<UnembeddedPassage[]> {
  const lacksVector = `chunks.document_id = documents.id and chunks.generation = documents.generation
    and chunks.embedding_model is distinct from $2`;
  return database.query<UnembeddedPassage>(
    `with documents as materialized (
       select id, generation, progress_total - progress_done as missing from documents
       where user_id = $4 and knowledgebase_id = $1 and generation > 0 and stage = 'embedding'
         and exists (select from chunks where ${lacksVector})
       order by missing, id limit $3)
     select passages.id, documents.id as "documentId", heading, text
     from documents cross join lateral (
       select id, position, heading, text from chunks where ${lacksVector} order by position limit $3) as passages
     order by missing, documents.id, position limit $3`,
    [knowledgebaseId, model, limit, userId],
  );
}

/**
 * Stores vectors, null for a rejected passage, and skips deleted passages.
 * @returns false if the knowledgebase was deleted
 */
export function storeVectors(
  database: Database,
  { key, embedder }: { key: KnowledgebaseKey; embedder: Embedder },
  vectors: ReadonlyMap<number, Float32Array | null>,
): Promise<boolean> {
  const { model, dimensions } = embedder;
  const { userId, knowledgebaseId } = key;
  const bytes = [...vectors.values()].map((vector) => (vector === null ? null : vectorToBytes(vector)));
  return database.transaction(async (transaction) => {
    const revision = await bumpRevision(transaction, key);
    if (revision === null) return false;
    await transaction.query(
      `update chunks set embedding = row.embedding, embedding_model = $3, revision = $4
       from unnest($1::bigint[], $2::bytea[]) as row (id, embedding)
       where chunks.id = row.id and chunks.user_id = $5 and chunks.knowledgebase_id = $6`,
      [[...vectors.keys()], bytes, model, revision, userId, knowledgebaseId],
    );
    await transaction.query(
      `update knowledgebases set embedding_model = $2, embedding_dimensions = $3
       where user_id = $4 and id = $1 and embedding_model is distinct from $2`,
      [knowledgebaseId, model, dimensions, userId],
    );
    await updateEmbeddingProgress(transaction, key, model);
    return true;
  });
}

/**
 * Updates each document's count of embedded passages, rejected ones included. Documents with all passages embedded
 * become `ready` and `active`. Locks documents in order of id to avoid deadlocks.
 */
export async function updateEmbeddingProgress(
  database: Executor,
  { userId, knowledgebaseId }: KnowledgebaseKey,
  model: string,
): Promise<void> {
  await database.query(
    `with locked as (
       select id, generation from documents
       where user_id = $1 and knowledgebase_id = $2 and stage = 'embedding' order by id for update),
     counts as (
       select locked.id, count(*)::int as total,
         (count(*) filter (where chunks.embedding_model = $3))::int as embedded
       from locked join chunks on chunks.document_id = locked.id and chunks.generation = locked.generation
       group by locked.id)
     update documents
     set progress_done = counts.embedded, progress_total = counts.total,
       stage = case when counts.embedded = counts.total then 'ready' else 'embedding' end,
       status = case when counts.embedded = counts.total then 'active' else status end
     from counts where documents.user_id = $1 and documents.id = counts.id`,
    [userId, knowledgebaseId, model],
  );
}

/**
 * Sends documents with vectors of another model back to `embedding` after the configured model has changed. They stay
 * `active`: word search still works. Locks documents in order of id to avoid deadlocks.
 */
export async function reopenOutdatedEmbeddings(database: Executor, model: string): Promise<void> {
  await database.query(
    `with outdated as (
       select documents.id from documents
       join knowledgebases base on base.user_id = documents.user_id and base.id = documents.knowledgebase_id
       where base.embedding_model <> $1 and documents.status = 'active' and documents.stage = 'ready'
       order by documents.id for update of documents)
     update documents set stage = 'embedding', progress_done = 0
     from outdated where documents.id = outdated.id`,
    [model],
  );
}

/** Knowledgebases with passages to embed but without a job. */
export function findIdleEmbeddings(database: Executor): Promise<{ id: number; userId: number }[]> {
  return database.query(
    `select base.id, base.user_id as "userId" from knowledgebases base
     where ${HAS_NO_LIVE_WORKER}
       and exists (select from documents
         where documents.user_id = base.user_id and documents.knowledgebase_id = base.id
           and documents.stage = 'embedding')
       and not ${hasLiveJob(`'embed-knowledgebase-' || base.id`)}
     order by base.id limit 1000`,
  );
}
