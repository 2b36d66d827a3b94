import type { Executor } from '../../../db/client.ts';

const VALID_HOURS = 24;

export interface EmailChange {
  personId: number;
  email: string;
}

/** Stores a link in place of the person's earlier one. */
export async function replaceEmailChange(
  database: Executor,
  { personId, email, tokenHash }: EmailChange & { tokenHash: Buffer },
): Promise<void> {
  await database.query(
    `insert into email_changes (person_id, email, token_hash, expires_at)
     values ($1, $2, $3, clock_timestamp() + make_interval(hours => $4))
     on conflict (person_id) do update
     set email = excluded.email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
    [personId, email, tokenHash, VALID_HOURS],
  );
}

/** The person of a link that can still be used; null for other links. */
export async function findEmailChange(database: Executor, tokenHash: Buffer): Promise<number | null> {
  const [row] = await database.query<{ person_id: number }>(
    'select person_id from email_changes where token_hash = $1 and expires_at > clock_timestamp()',
    [tokenHash],
  );
  return row?.person_id ?? null;
}

/** Uses a link up. @returns the new address; null if it was used or replaced, or has expired */
export async function takeEmailChange(transaction: Executor, tokenHash: Buffer): Promise<string | null> {
  const [row] = await transaction.query<{ email: string }>(
    'delete from email_changes where token_hash = $1 and expires_at > clock_timestamp() returning email',
    [tokenHash],
  );
  return row?.email ?? null;
}

export async function removeOldEmailChanges(database: Executor): Promise<void> {
  await database.query('delete from email_changes where expires_at < clock_timestamp()');
}
