import type { DocumentType } from '#contract/knowledge.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { hasLiveJob } from '../../../work/define-job.ts';
import { enqueueEmbedding } from '../jobs.ts';
import { type DocumentStage, type DocumentStatus, nextStep } from '../rules.ts';
import { dropFetchedPages } from './fetched-pages.ts';

export interface DocumentWork {
  id: number;
  userId: number;
  knowledgebaseId: number;
  type: DocumentType;
  run: number;
  /** Generation of the chunks that this attempt writes; unique per attempt. */
  building: number;
  url: string | null;
  links: string[];
  relativeLinksLimit: number;
  fileBytes: number;
  /** True if the document already has published passages. */
  isRefresh: boolean;
  /** Hash of the published passages; null without passages or if unknown. */
  contentHash: string | null;
}

export interface DocumentRun {
  userId: number;
  documentId: number;
  run: number;
}

export type WorkStart = { step: 'work'; work: DocumentWork } | { step: 'give-up' } | { step: 'leave' };

interface WorkRow {
  id: number;
  user_id: number;
  knowledgebase_id: number;
  type: DocumentType;
  status: DocumentStatus;
  stage: DocumentStage;
  run: number;
  attempts: number;
  building: number;
  url: string | null;
  links: string[];
  relative_links_limit: number;
  file_bytes: number | null;
  content_hash: string | null;
  generation: number;
}

/** Starts the next attempt at a document and deletes the unpublished chunks of earlier attempts. */
export function beginWork(database: Database, about: DocumentRun): Promise<WorkStart> {
  const { userId, documentId, run } = about;
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<WorkRow>(
      `select id, user_id, knowledgebase_id, type, status, stage, run, attempts, building + 1 as building,
         url, links, relative_links_limit, file_bytes, content_hash, generation
       from documents where user_id = $1 and id = $2 for update`,
      [userId, documentId],
    );
    if (row === undefined) return { step: 'leave' };
    const step = nextStep(row, run);
    if (step !== 'work') return { step };
    await transaction.query(
      `update documents set attempts = attempts + 1, building = building + 1, worked_at = clock_timestamp(),
         progress_done = 0, progress_total = null
       where user_id = $1 and id = $2`,
      [userId, documentId],
    );
    await transaction.query(
      `delete from chunks using documents
       where documents.user_id = $1 and documents.id = $2 and chunks.document_id = documents.id
         and chunks.generation > documents.generation`,
      [userId, documentId],
    );
    return { step, work: toWork(row) };
  });
}

function toWork(row: WorkRow): DocumentWork {
  return {
    id: row.id,
    userId: row.user_id,
    knowledgebaseId: row.knowledgebase_id,
    type: row.type,
    run: row.run,
    building: row.building,
    url: row.url,
    links: row.links,
    relativeLinksLimit: row.relative_links_limit,
    fileBytes: row.file_bytes ?? 0,
    isRefresh: row.generation > 0,
    contentHash: row.content_hash,
  };
}

export interface Progress {
  stage: DocumentStage;
  done: number;
  total: number | null;
}

/** Stores progress, which is also the heartbeat. Returns false if the document was deleted or restarted. */
export async function reportProgress(
  database: Executor,
  work: DocumentWork,
  { stage, done, total }: Progress,
): Promise<boolean> {
  const rows = await database.query(
    `update documents
     set stage = $3, progress_done = $4, progress_total = $5, worked_at = clock_timestamp()
     where user_id = $6 and id = $1 and building = $2 and status = 'processing' and stage <> 'embedding'
     returning id`,
    [work.id, work.building, stage, done, total, work.userId],
  );
  return rows.length > 0;
}

/**
 * Ends a run with a reason for the user; the stage stays. A document that has passages keeps them: it becomes `active`
 * again, and missing vectors are embedded.
 */
export async function failDocument(
  database: Database,
  { userId, documentId, run }: DocumentRun,
  reason: string,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const [failed] = await transaction.query<{ knowledgebaseId: number; hasPassages: boolean }>(
      `update documents
       set status = case when generation > 0 then 'active' else 'failed' end,
         stage = case when generation > 0 then 'embedding' else stage end,
         error = case when generation > 0 then null else $3 end,
         refresh_error = case when generation > 0 then $3 end,
         updated_at = clock_timestamp()
       where user_id = $4 and id = $1 and run = $2 and status = 'processing' and stage <> 'embedding'
       returning knowledgebase_id as "knowledgebaseId", generation > 0 as "hasPassages"`,
      [documentId, run, reason, userId],
    );
    if (failed === undefined) return;
    await dropFetchedPages(transaction, { userId, documentId });
    if (failed.hasPassages) await enqueueEmbedding(transaction, { id: failed.knowledgebaseId, userId });
  });
}

/** Restores the number of attempts, because an attempt that a shutdown interrupted does not count. */
export async function refundAttempt(database: Executor, work: DocumentWork): Promise<void> {
  await database.query(
    `update documents set attempts = greatest(0, attempts - 1)
     where user_id = $1 and id = $2 and building = $3`,
    [work.userId, work.id, work.building],
  );
}

/** Documents in processing without a heartbeat for `seconds` and without a job. Resets their heartbeat. */
export function claimStalledDocuments(
  transaction: Executor,
  seconds: number,
): Promise<{ id: number; userId: number; run: number }[]> {
  return transaction.query(
    `with stalled as (
       select id from documents
       where status = 'processing' and stage <> 'embedding'
         and worked_at < clock_timestamp() - make_interval(secs => $1)
         and not ${hasLiveJob(`'ingest-document-' || documents.id`)}
       order by worked_at limit 1000 for update skip locked)
     update documents set worked_at = clock_timestamp() from stalled where documents.id = stalled.id
     returning documents.id, documents.user_id as "userId", documents.run`,
    [seconds],
  );
}
