import type { Executor } from '../../../db/client.ts';

export type SourceKind = 'call' | 'conversation' | 'lead' | 'sms';

export interface QueuedSource {
  id: number;
  kind: SourceKind;
  sourceId: number;
}

export async function hasQueued(database: Executor): Promise<boolean> {
  const [row] = await database.query<{ isQueued: boolean }>(
    `select exists (select from search_queue where failed_at is null) or exists (select from search_backlog) as "isQueued"`,
  );
  return row?.isQueued === true;
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
    `select id, kind, source_id as "sourceId" from search_queue where failed_at is null order by id limit $1`,
    [limit],
  );
}

/** Removes indexed sources from the queue, and their marks of earlier failures. */
export async function removeQueued(transaction: Executor, queued: readonly QueuedSource[]): Promise<void> {
  await transaction.query(
    `delete from search_queue where id = any($1) or failed_at is not null
       and (kind, source_id) in (select * from unnest($2::text[], $3::bigint[]))`,
    [queued.map(({ id }) => id), queued.map(({ kind }) => kind), queued.map(({ sourceId }) => sourceId)],
  );
}

/** Leaves a source out until its next change. Its earlier mark goes. */
export async function markFailed(
  database: Executor,
  { id, kind, sourceId }: QueuedSource,
  error: string,
): Promise<void> {
  await database.query(
    `with earlier as (
       delete from search_queue where failed_at is not null and kind = $2 and source_id = $3)
     update search_queue set failed_at = clock_timestamp(), error = $4 where id = $1`,
    [id, kind, sourceId, error],
  );
}

const queueBefore = (kind: SourceKind, table: string): string => `with taken as (
    select user_id, id from ${table} where id < $1 order by id desc limit $2),
  queued as (insert into search_queue (user_id, kind, source_id) select user_id, '${kind}', id from taken order by id desc)
  select min(id) as lowest from taken`;

const QUEUE_BACKLOG: Readonly<Record<SourceKind, string>> = {
  call: queueBefore('call', 'calls'),
  conversation: queueBefore('conversation', 'conversations'),
  lead: queueBefore('lead', 'leads'),
  sms: queueBefore('sms', 'sms_messages'),
};

/** Queues the newest sources of the backlog. False if nothing is left. */
export async function queueBacklog(transaction: Executor, limit: number): Promise<boolean> {
  const [next] = await transaction.query<{ kind: SourceKind; beforeId: number }>(
    'select kind, before_id as "beforeId" from search_backlog order by kind limit 1',
  );
  if (next === undefined) return false;
  const { kind, beforeId } = next;
  const [row] = await transaction.query<{ lowest: number | null }>(QUEUE_BACKLOG[kind], [beforeId, limit]);
  const lowest = row?.lowest ?? null;
  if (lowest === null) await transaction.query('delete from search_backlog where kind = $1', [kind]);
  else await transaction.query('update search_backlog set before_id = $2 where kind = $1', [kind, lowest]);
  return true;
}
