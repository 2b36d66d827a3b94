import type { DocumentChunk, DocumentType } from '#contract/knowledge.ts';
import type { Executor } from '../../../db/client.ts';
import { jsonObject } from '../../../db/json-object.ts';
import type { DocumentStage, DocumentStatus } from '../rules.ts';

export interface DocumentRow {
  id: number;
  name: string;
  description: string;
  type: DocumentType;
  status: DocumentStatus;
  stage: DocumentStage;
  progress_done: number;
  progress_total: number | null;
  error: string | null;
  warning: string | null;
  /** Why the last refresh failed; null if it did not. The earlier passages stay in use. */
  refresh_error: string | null;
  last_read_at: string | null;
  pages: number | null;
  run: number;
  created_at: string;
  updated_at: string;
}

export interface NewDocument {
  name: string;
  description: string;
  type: DocumentType;
  url: string | null;
  links: string[];
  relativeLinksLimit: number;
  file: { name: string; bytes: Uint8Array } | null;
}

export interface DocumentKey {
  userId: number;
  knowledgebaseId: number;
  id: number;
}

const columns = `id, name, description, type, status, stage, progress_done, progress_total, error, warning, refresh_error, pages, run,
  iso_timestamp(last_read_at) as last_read_at, iso_timestamp(created_at) as created_at, iso_timestamp(updated_at) as updated_at`;
/**
 * PostgreSQL sends bytea as hex, twice its size, and the driver decodes it on the main thread. The hex of one segment
 * fits into 128 KB, above which the driver copies it into ever larger buffers.
 */
const segmentBytes = 61_440;

export function findDocuments(
  database: Executor,
  userId: number,
  knowledgebaseId: number,
): Promise<DocumentRow[]> {
  return database.query<DocumentRow>(
    `select ${columns} from documents where user_id = $1 and knowledgebase_id = $2 order by id`,
    [userId, knowledgebaseId],
  );
}

interface FailedDocumentRow extends DocumentRow {
  knowledgebase: { id: number; name: string };
}

/** Failed documents of all knowledgebases of an account, latest failure first. */
export function findFailedDocuments(
  database: Executor,
  userId: number,
  limit: number,
): Promise<FailedDocumentRow[]> {
  return database.query(
    `select found.*, ${jsonObject<FailedDocumentRow['knowledgebase']>({ id: 'base.id', name: 'base.name' })} as knowledgebase
     from knowledgebases base
     join lateral (
       select ${columns}, documents.updated_at as failed_at from documents
       where documents.knowledgebase_id = base.id and documents.user_id = $1 and documents.status = 'failed'
     ) found on true
     where base.user_id = $1
     order by found.failed_at desc, found.id desc limit $2`,
    [userId, limit],
  );
}

export async function findDocument(database: Executor, key: DocumentKey): Promise<DocumentRow | null> {
  const [row] = await database.query<DocumentRow>(
    `select ${columns} from documents where user_id = $1 and knowledgebase_id = $2 and id = $3`,
    [key.userId, key.knowledgebaseId, key.id],
  );
  return row ?? null;
}

/** Returns null if the account has no such knowledgebase. Locks its row, so that a concurrent deletion waits. */
export async function insertDocument(
  transaction: Executor,
  about: { userId: number; knowledgebaseId: number },
  document: NewDocument,
): Promise<DocumentRow | null> {
  const { file } = document;
  const [row] = await transaction.query<DocumentRow>(
    `insert into documents (user_id, knowledgebase_id, name, description, type, url, links,
       relative_links_limit, file_name, file_bytes)
     select user_id, id, $3, $4, $5, $6, $7, $8, $9, $10
     from knowledgebases where user_id = $1 and id = $2 for key share
     returning ${columns}`,
    [
      about.userId,
      about.knowledgebaseId,
      document.name,
      document.description,
      document.type,
      document.url,
      document.links,
      document.relativeLinksLimit,
      file?.name ?? null,
      file?.bytes.length ?? null,
    ],
  );
  if (row === undefined) return null;
  if (file !== null) await insertFile(transaction, row.id, file.bytes);
  return row;
}

async function insertFile(transaction: Executor, documentId: number, bytes: Uint8Array): Promise<void> {
  for (let position = 0; position * segmentBytes < bytes.length; position += 1) {
    const segment = bytes.subarray(position * segmentBytes, (position + 1) * segmentBytes);
    await transaction.query(
      'insert into document_file_pieces (document_id, position, bytes) values ($1, $2, $3)',
      [documentId, position, Buffer.from(segment.buffer, segment.byteOffset, segment.length)],
    );
  }
}

export async function* readFileSegments(database: Executor, documentId: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; ; position += 1) {
    const [segment] = await database.query<{ bytes: Buffer }>(
      'select bytes from document_file_pieces where document_id = $1 and position = $2',
      [documentId, position],
    );
    if (segment === undefined) return;
    yield segment.bytes;
  }
}

/** Null fields keep their values. */
export async function updateDocument(
  database: Executor,
  key: DocumentKey,
  fields: { name: string | null; description: string | null },
): Promise<DocumentRow | null> {
  const [row] = await database.query<DocumentRow>(
    `update documents
     set name = coalesce($4, name), description = coalesce($5, description), updated_at = clock_timestamp()
     where user_id = $1 and knowledgebase_id = $2 and id = $3 returning ${columns}`,
    [key.userId, key.knowledgebaseId, key.id, fields.name, fields.description],
  );
  return row ?? null;
}

export async function removeDocument(transaction: Executor, key: DocumentKey): Promise<boolean> {
  const rows = await transaction.query(
    'delete from documents where user_id = $1 and knowledgebase_id = $2 and id = $3 returning id',
    [key.userId, key.knowledgebaseId, key.id],
  );
  return rows.length > 0;
}

/**
 * Starts the next run of a failed document (`failed`) or of a website that is not being processed (`website`). Its
 * passages stay until the new ones replace them.
 * @returns null if there is no such document
 */
export async function restartDocument(
  transaction: Executor,
  key: DocumentKey,
  which: 'failed' | 'website',
): Promise<DocumentRow | null> {
  const condition = which === 'failed' ? `status = 'failed'` : `type = 'website' and status <> 'processing'`;
  const [row] = await transaction.query<DocumentRow>(
    `update documents
     set status = 'processing', stage = 'waiting', error = null, refresh_error = null, run = run + 1, attempts = 0,
       progress_done = 0, progress_total = null,
       worked_at = clock_timestamp(), updated_at = clock_timestamp()
     where user_id = $1 and knowledgebase_id = $2 and id = $3 and ${condition} returning ${columns}`,
    [key.userId, key.knowledgebaseId, key.id],
  );
  return row ?? null;
}

const CHUNK_JSON = jsonObject<DocumentChunk>({
  position: 'position',
  heading: 'heading',
  text: 'text',
  source: 'source',
  is_embedded: 'embedding is not null',
});

/** One page of the published passages, as comma-separated JSON. */
export async function findChunks(
  database: Executor,
  key: DocumentKey,
  { page, perPage }: { page: number; perPage: number },
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string | null; count: number; total: number }>(
    // `seen` is used twice and thus materialized, so it holds only ids and positions: texts and vectors are large.
    `with seen as (
       select chunks.id, position from documents join chunks
         on chunks.document_id = documents.id and chunks.generation = documents.generation
       where documents.user_id = $1 and documents.knowledgebase_id = $2 and documents.id = $3),
     chosen as (select id from seen order by position limit $4 offset $5)
     select (select count(*) from seen) as total, count(*) as count,
       string_agg(${CHUNK_JSON}::text, ',' order by position) as items
     from chosen join chunks using (id)`,
    [key.userId, key.knowledgebaseId, key.id, perPage, (page - 1) * perPage],
  );
  return { items: row?.items ?? '', count: row?.count ?? 0, total: row?.total ?? 0 };
}
