import type { Executor } from '../../../db/client.ts';

export type SourceKind = 'call' | 'conversation' | 'lead';

export interface QueuedSource {
  id: number;
  kind: SourceKind;
  sourceId: number;
}

export async function hasQueued(database: Executor): Promise<boolean> {
  const rows = await database.query('select from search_queue limit 1');
  return rows.length > 0;
}

/** Advisory lock key: one process indexes at a time, so that an older state never replaces a newer one. */
const INDEX_LOCK = 7_263_510_845;

/** Locks the index for this transaction. False if another process indexes. */
export async function lockIndex(transaction: Executor): Promise<boolean> {
  const [row] = await transaction.query<{ isLocked: boolean }>(
    'select pg_try_advisory_xact_lock($1) as "isLocked"',
    [INDEX_LOCK],
  );
  return row?.isLocked === true;
}

export function readQueued(transaction: Executor, limit: number): Promise<QueuedSource[]> {
  return transaction.query<QueuedSource>(
    `select id, kind, source_id as "sourceId" from search_queue order by is_backlog, id limit $1`,
    [limit],
  );
}

export async function removeQueued(transaction: Executor, ids: readonly number[]): Promise<void> {
  await transaction.query('delete from search_queue where id = any($1)', [ids]);
}
