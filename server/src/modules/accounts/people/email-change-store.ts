import type { Executor } from '../../../db/client.ts';

const VALID_HOURS = 24;

export interface EmailChange {
  personId: number;
  email: string;
}

/** Stores a request in place of the person's earlier one, whose link ends. */
export async function replaceEmailChange(
  transaction: Executor,
  { personId, email }: EmailChange,
): Promise<void> {
  await transaction.query(
    `insert into email_changes (person_id, email, expires_at)
     values ($1, $2, clock_timestamp() + make_interval(hours => $3))
     on conflict (person_id) do update set request_id = excluded.request_id, email = excluded.email,
       token_hash = null, expires_at = excluded.expires_at`,
    [personId, email, VALID_HOURS],
  );
}

/** The id of the person's request for this address; null if it was cancelled, replaced or confirmed, or has expired. */
export async function findEmailChangeRequest(
  database: Executor,
  { personId, email }: EmailChange,
): Promise<string | null> {
  const [row] = await database.query<{ request_id: string }>(
    `select request_id from email_changes
     where person_id = $1 and email = $2 and expires_at > clock_timestamp()`,
    [personId, email],
  );
  return row?.request_id ?? null;
}

/** Stores the link of a request in place of an earlier one. @returns false if the request no longer exists */
export async function storeEmailChangeLink(
  database: Executor,
  { requestId, tokenHash }: { requestId: string; tokenHash: Buffer },
): Promise<boolean> {
  const rows = await database.query(
    `update email_changes set token_hash = $2
     where request_id = $1 and expires_at > clock_timestamp() returning person_id`,
    [requestId, tokenHash],
  );
  return rows.length > 0;
}

/** Cancels the request of a person. */
export async function deleteEmailChange(transaction: Executor, personId: number): Promise<void> {
  await transaction.query('delete from email_changes where person_id = $1', [personId]);
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
