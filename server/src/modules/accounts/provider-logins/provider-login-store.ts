import type { Executor } from '../../../db/client.ts';

/** The person who is linked to a subject of an identity provider. */
export async function findLinkedPerson(
  database: Executor,
  { issuer, subject }: { issuer: string; subject: string },
): Promise<number | null> {
  const [row] = await database.query<{ person_id: number }>(
    'select person_id from provider_logins where issuer = $1 and subject = $2',
    [issuer, subject],
  );
  return row?.person_id ?? null;
}

/** Locks the person with an address, so that only one of several logins at once makes the first link. */
export async function lockPersonByEmail(transaction: Executor, email: string): Promise<number | null> {
  const [row] = await transaction.query<{ id: number }>(
    'select id from people where lower(email) = lower($1) for no key update',
    [email],
  );
  return row?.id ?? null;
}

/** True if a person is linked to a subject of the provider. */
export async function isLinked(
  transaction: Executor,
  { issuer, personId }: { issuer: string; personId: number },
): Promise<boolean> {
  const rows = await transaction.query('select from provider_logins where issuer = $1 and person_id = $2', [
    issuer,
    personId,
  ]);
  return rows.length > 0;
}

export async function linkPerson(
  transaction: Executor,
  { issuer, subject, personId }: { issuer: string; subject: string; personId: number },
): Promise<void> {
  await transaction.query(
    `insert into provider_logins (issuer, subject, person_id) values ($1, $2, $3)
     on conflict (issuer, subject) do nothing`,
    [issuer, subject, personId],
  );
}

/** Stores a session that an identity provider vouches for, unless the membership has ended. @returns false if it has */
export async function insertProviderSession(
  transaction: Executor,
  session: { userId: number; personId: number; name: string; hash: Buffer },
): Promise<boolean> {
  const rows = await transaction.query(
    `with current as (
       select user_id, person_id from memberships where user_id = $1 and person_id = $2 for share)
     insert into tokens (user_id, person_id, kind, name, token_hash, is_provider_login)
     select user_id, person_id, 'session', $3, $4, true from current returning id`,
    [session.userId, session.personId, session.name, session.hash],
  );
  return rows.length > 0;
}
