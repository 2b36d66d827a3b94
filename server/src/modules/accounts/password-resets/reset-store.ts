import type { Executor } from '../../../db/client.ts';

const VALID_MINUTES = 60;

/** Stores a link in place of the person's earlier one. */
export async function replaceReset(
  database: Executor,
  { personId, tokenHash }: { personId: number; tokenHash: Buffer },
): Promise<void> {
  await database.query(
    `insert into password_resets (person_id, token_hash, expires_at)
     values ($1, $2, clock_timestamp() + make_interval(mins => $3))
     on conflict (person_id) do update set token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [personId, tokenHash, VALID_MINUTES],
  );
}

/** The person of a link that can still be used; null for other links. */
export async function findReset(database: Executor, tokenHash: Buffer): Promise<number | null> {
  const [row] = await database.query<{ person_id: number }>(
    'select person_id from password_resets where token_hash = $1 and expires_at > clock_timestamp()',
    [tokenHash],
  );
  return row?.person_id ?? null;
}

/** Uses a link up. @returns its person; null if it was used or replaced, or has expired */
export async function takeReset(transaction: Executor, tokenHash: Buffer): Promise<number | null> {
  const [row] = await transaction.query<{ person_id: number }>(
    `delete from password_resets where token_hash = $1 and expires_at > clock_timestamp() returning person_id`,
    [tokenHash],
  );
  return row?.person_id ?? null;
}

export async function removeOldResets(database: Executor): Promise<void> {
  await database.query('delete from password_resets where expires_at < clock_timestamp()');
}
