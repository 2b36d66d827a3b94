import type { Executor } from '../../db/client.ts';
import type { KnowledgebaseKey } from './retrieval/loader.ts';

export interface KnowledgebaseRow {
  id: number;
  name: string;
  description: string;
  documents_count: number;
  processing_count: number;
  failed_count: number;
  assistants_count: number;
  created_at: string;
  updated_at: string;
}

const selection = `select base.id, base.name, base.description,
    counts.total as documents_count, counts.processing as processing_count, counts.failed as failed_count,
    (select count(*)::int from assistants
     where assistants.user_id = base.user_id and assistants.knowledgebase_id = base.id
       and assistants.deleted_at is null) as assistants_count,
    iso_timestamp(base.created_at) as created_at, iso_timestamp(base.updated_at) as updated_at
  from knowledgebases base
  cross join lateral (
    select count(*)::int as total,
      (count(*) filter (where status = 'processing'))::int as processing,
      (count(*) filter (where status = 'failed'))::int as failed
    from documents
    where documents.user_id = base.user_id and documents.knowledgebase_id = base.id) counts`;

export function findKnowledgebases(database: Executor, userId: number): Promise<KnowledgebaseRow[]> {
  return database.query<KnowledgebaseRow>(`${selection} where base.user_id = $1 order by base.id`, [userId]);
}

export async function findKnowledgebase(
  database: Executor,
  userId: number,
  id: number,
): Promise<KnowledgebaseRow | null> {
  const rows = await database.query<KnowledgebaseRow>(
    `${selection} where base.user_id = $1 and base.id = $2`,
    [userId, id],
  );
  return rows[0] ?? null;
}

export async function hasKnowledgebase(database: Executor, userId: number, id: number): Promise<boolean> {
  const rows = await database.query('select 1 from knowledgebases where user_id = $1 and id = $2', [
    userId,
    id,
  ]);
  return rows.length > 0;
}

/** Embedding model of the knowledgebase; null without vectors, undefined if the account has no such knowledgebase. */
export async function findEmbeddingModel(
  database: Executor,
  userId: number,
  id: number,
): Promise<string | null | undefined> {
  const [row] = await database.query<{ embedding_model: string | null }>(
    'select embedding_model from knowledgebases where user_id = $1 and id = $2',
    [userId, id],
  );
  return row?.embedding_model;
}

export async function insertKnowledgebase(
  database: Executor,
  userId: number,
  fields: { name: string; description: string },
): Promise<number> {
  const [row] = await database.query<{ id: number }>(
    'insert into knowledgebases (user_id, name, description) values ($1, $2, $3) returning id',
    [userId, fields.name, fields.description],
  );
  if (row === undefined) throw new Error('An insert returned no row.');
  return row.id;
}

/** Null fields keep their values. @returns false if the account has no such knowledgebase */
export async function updateKnowledgebase(
  database: Executor,
  about: { userId: number; id: number },
  fields: { name: string | null; description: string | null },
): Promise<boolean> {
  const rows = await database.query(
    `update knowledgebases
     set name = coalesce($3, name), description = coalesce($4, description), updated_at = clock_timestamp()
     where user_id = $1 and id = $2 returning id`,
    [about.userId, about.id, fields.name, fields.description],
  );
  return rows.length > 0;
}

/** Deletes a knowledgebase. Foreign keys delete its documents and chunks and clear the reference on assistants. */
export async function removeKnowledgebase(database: Executor, userId: number, id: number): Promise<boolean> {
  const rows = await database.query(
    'delete from knowledgebases where user_id = $1 and id = $2 returning id',
    [userId, id],
  );
  return rows.length > 0;
}

/**
 * Locks the knowledgebase and increments its revision. Every transaction that changes chunks or their visibility starts
 * with this.
 * @returns null if the knowledgebase was deleted
 */
export async function bumpRevision(
  transaction: Executor,
  { userId, knowledgebaseId }: KnowledgebaseKey,
): Promise<number | null> {
  const [row] = await transaction.query<{ revision: number }>(
    'update knowledgebases set revision = revision + 1 where user_id = $1 and id = $2 returning revision',
    [userId, knowledgebaseId],
  );
  return row?.revision ?? null;
}
