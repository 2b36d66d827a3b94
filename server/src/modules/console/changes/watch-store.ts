import type { Executor } from '../../../db/client.ts';

/** How long an entry of a process is valid without renewal. */
export const WATCH_SECONDS = 60;

/** Replaces the accounts watched by a process, valid for `WATCH_SECONDS`. */
export async function watchAccounts(
  database: Executor,
  processId: string,
  userIds: readonly number[],
): Promise<void> {
  await database.query(
    `with gone as (
       delete from watched_accounts
       where (process_id = $1 and user_id <> all ($2::bigint[])) or until < clock_timestamp())
     insert into watched_accounts (user_id, process_id, until)
     select id, $1, clock_timestamp() + make_interval(secs => $3) from users where id = any ($2::bigint[])
     on conflict (user_id, process_id) do update set until = excluded.until`,
    [processId, userIds, WATCH_SECONDS],
  );
}

/**
 * Transactions that started before the account was watched send no notification. They have all ended once
 * `oldestTransaction` reaches the returned id.
 * @returns null if there are no such transactions
 */
export async function transactionsUnderWay(database: Executor): Promise<bigint | null> {
  const [row] = await database.query<{ next: string; is_busy: boolean }>(
    `select pg_snapshot_xmax(snapshot)::text as next,
       pg_snapshot_xmin(snapshot) < pg_snapshot_xmax(snapshot) as is_busy
     from pg_current_snapshot() as snapshot`,
  );
  return row?.is_busy === true ? BigInt(row.next) : null;
}

/** Id of the oldest running transaction. */
export async function oldestTransaction(database: Executor): Promise<bigint> {
  const [row] = await database.query<{ oldest: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::text as oldest',
  );
  return BigInt(row?.oldest ?? 0);
}
