import type { AuditAction, AuditEntry, AuditObject } from '#contract/audit-log.ts';
import { withinDays } from '../../db/account-days.ts';
import type { Database, Executor } from '../../db/client.ts';
import { jsonObject } from '../../db/json-object.ts';
import type { PageRequest } from '../../http/pagination.ts';

export interface AuditFilter {
  /** Part of a name. */
  actor: string | null;
  action: AuditAction | null;
  objectType: AuditObject | null;
  objectId: string | null;
  /** Days of the account, inclusive. */
  dateFrom: string | null;
  dateTo: string | null;
}

const ENTRY_JSON = jsonObject<AuditEntry>({
  id: 'id',
  created_at: 'iso_timestamp(created_at)',
  actor: jsonObject<AuditEntry['actor']>({ kind: 'actor_kind', id: 'actor_id', name: 'actor_name' }),
  address: 'address',
  action: 'action',
  object: jsonObject<AuditEntry['object']>({ type: 'object_type', id: 'object_id', name: 'object_name' }),
  changes: 'changes',
});

/** SQL condition of the filter; its parameters are those of `valuesOf`. */
const MATCHES = `user_id = $1
  and ($2::text is null or strpos(lower(actor_name), lower($2)) > 0)
  and ($3::text is null or action = $3)
  and ($4::text is null or object_type = $4)
  and ($5::text is null or object_id = $5)
  and ${withinDays('created_at', { user: '$1', from: '$6', to: '$7' })}`;

function valuesOf(userId: number, filter: AuditFilter): unknown[] {
  const { actor, action, objectType, objectId, dateFrom, dateTo } = filter;
  return [userId, actor, action, objectType, objectId, dateFrom, dateTo];
}

/** One page as JSON text, newest first, with the total. */
export async function readEntries(
  database: Executor,
  { userId, filter }: { userId: number; filter: AuditFilter },
  { page, perPage }: PageRequest,
): Promise<{ items: string; count: number; total: number }> {
  const [row] = await database.query<{ items: string; count: number; total: number }>(
    `with page as (select * from audit_log where ${MATCHES} order by id desc limit $8 offset $9)
     select coalesce((select string_agg(${ENTRY_JSON}::text, ',' order by id desc) from page), '') as items,
       (select count(*)::int from page) as count,
       (select count(*)::int from audit_log where ${MATCHES}) as total`,
    [...valuesOf(userId, filter), perPage, (page - 1) * perPage],
  );
  return row ?? { items: '', count: 0, total: 0 };
}

/** Entries as in the list, as JSON text, latest id first. */
export function readEntryBatch(
  database: Executor,
  about: { userId: number; filter: AuditFilter; ids: readonly number[] | null; beforeId: number | null },
  limit: number,
): Promise<{ id: number; item: string }[]> {
  return database.query<{ id: number; item: string }>(
    `select id, ${ENTRY_JSON}::text as item from audit_log
     where ${MATCHES} and ($8::bigint[] is null or id = any($8)) and ($9::bigint is null or id < $9)
     order by id desc limit $10`,
    [...valuesOf(about.userId, about.filter), about.ids, about.beforeId, limit],
  );
}

/** Records the download of a list. */
export async function insertExport(
  database: Executor,
  { userId, operationId, filter }: { userId: number; operationId: string; filter: string },
): Promise<void> {
  await database.query(
    `select write_audit($1, 'exported', 'export', null, $2, changed_fields(null, jsonb_build_object('filter', $3::text)))`,
    [userId, operationId, filter],
  );
}

/** Bounds how long one transaction holds its locks. */
const REMOVED_AT_ONCE = 5000;

/**
 * Removes a batch of the oldest entries of all accounts. In the same transaction, each account gets an entry that says
 * how many were removed.
 * @returns number of removed entries; 0 if no others are older than `days`
 */
export function removeOldEntries(database: Database, days: number): Promise<number> {
  return database.transaction(async (transaction) => {
    // Without it, the trigger keep_audit_log refuses to delete.
    await transaction.query(`select set_config('parley.retention', 'on', true)`);
    const [row] = await transaction.query<{ count: number }>(
      `with oldest as (select id, created_at from audit_log order by id limit $2),
       removed as (
         delete from audit_log using oldest
         where audit_log.id = oldest.id and oldest.created_at < clock_timestamp() - make_interval(days => $1)
         returning audit_log.user_id, audit_log.created_at),
       written as (
         select write_audit(user_id, 'deleted', 'audit_log', null, null, changed_fields(null, jsonb_build_object(
           'entries', count(*), 'until', iso_timestamp(max(created_at)))))
         from removed group by user_id)
       select (select count(*)::int from removed) as count, (select count(*) from written) as accounts`,
      [days, REMOVED_AT_ONCE],
    );
    return row?.count ?? 0;
  });
}
