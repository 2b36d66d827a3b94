import type { Role } from '#contract/roles.ts';
import type { Executor } from '../../../db/client.ts';

export interface NewSession {
  userId: number;
  personId: number;
  name: string;
  hash: Buffer;
}

/**
 * Stores a session, unless the person's password is no longer the one that was checked or the membership ended.
 * @returns false if nothing was stored
 */
export async function insertSession(
  database: Executor,
  session: NewSession & { passwordHash: string },
): Promise<boolean> {
  // The lock makes this statement wait for a change of the password or the removal of the member, and they for it.
  const rows = await database.query(
    `with current as (
       select memberships.user_id, people.id from people
       join memberships on memberships.person_id = people.id
       where people.id = $2 and password_hash = $5 and memberships.user_id = $1 for share)
     insert into tokens (user_id, person_id, kind, name, token_hash)
     select user_id, id, 'session', $3, $4 from current returning id`,
    [session.userId, session.personId, session.name, session.hash, session.passwordHash],
  );
  return rows.length > 0;
}

export interface NewApiKey {
  userId: number;
  role: Role;
  name: string;
  hash: Buffer;
  expiresAt: Date | null;
  /** Null for keys created on the terminal. */
  createdBy: number | null;
}

export async function insertApiKey(database: Executor, key: NewApiKey): Promise<{ created_at: string }> {
  const [row] = await database.query<{ created_at: string }>(
    `insert into tokens (user_id, kind, role, name, token_hash, expires_at, created_by)
     values ($1, 'api-key', $2, $3, $4, $5, $6) returning iso_timestamp(created_at) as created_at`,
    [key.userId, key.role, key.name, key.hash, key.expiresAt, key.createdBy],
  );
  if (row === undefined) throw new Error('The token was not stored.');
  return row;
}

export interface TokenRow {
  id: number;
  user_id: number;
  kind: 'api-key' | 'session';
  /** Of the membership or the API key. */
  role: Role;
  /** Null for API keys. */
  person_id: number | null;
  person_name: string | null;
  token_hash: Buffer;
  /** True if the token is valid now, by the database's clock. */
  is_alive: boolean;
  /** True if the account requires a second factor that the person does not have. Always false for API keys. */
  needs_second_factor: boolean;
}

/** API keys are valid until deleted or expired; sessions also end after 30 days without use. */
const TOKENS = `select tokens.id, tokens.user_id, kind, token_hash, coalesce(memberships.role, tokens.role) as role,
    tokens.person_id, people.name as person_name,
    (expires_at is null or expires_at > clock_timestamp())
      and (kind = 'api-key' or coalesce(last_used_at, tokens.created_at) > clock_timestamp() - interval '30 days')
      as is_alive,
    kind = 'session' and users.requires_second_factor and not is_provider_login and not exists (
      select from second_factors where second_factors.person_id = tokens.person_id and confirmed_at is not null)
      as needs_second_factor
  from tokens
  join users on users.id = tokens.user_id
  left join memberships on memberships.user_id = tokens.user_id and memberships.person_id = tokens.person_id
  left join people on people.id = tokens.person_id`;

/** Returns the tokens with these ids; unknown ids are omitted. */
export function findTokensById(database: Executor, ids: readonly number[]): Promise<TokenRow[]> {
  return database.query<TokenRow>(`${TOKENS} where tokens.id = any($1::bigint[])`, [ids]);
}

/** The token of each hash, in order; null if unknown. */
export async function findTokens(
  database: Executor,
  hashes: readonly Buffer[],
): Promise<(TokenRow | null)[]> {
  const rows = await database.query<TokenRow>(`${TOKENS} where token_hash = any($1::bytea[])`, [hashes]);
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
  return hashes.map((hash) => byHash.get(hash.toString('base64')) ?? null);
}

export async function deleteToken(database: Executor, userId: number, tokenId: number): Promise<void> {
  await database.query('delete from tokens where user_id = $1 and id = $2', [userId, tokenId]);
}

/**
 * Locks a person's session and password until the end of the transaction.
 * @returns false if the session has ended or the password is no longer the one that was checked
 */
export async function lockSession(
  database: Executor,
  tokenId: number,
  passwordHash: string,
): Promise<boolean> {
  const rows = await database.query(
    `select tokens.id from people join tokens on tokens.person_id = people.id
     where tokens.id = $1 and people.password_hash = $2 for update`,
    [tokenId, passwordHash],
  );
  return rows.length > 0;
}

/** @param keptTokenId session to keep; null to delete all sessions of the person */
export async function deleteSessions(
  database: Executor,
  personId: number,
  keptTokenId: number | null = null,
): Promise<void> {
  await database.query('delete from tokens where person_id = $1 and id is distinct from $2::bigint', [
    personId,
    keptTokenId,
  ]);
}

/** Stores the time of use, at most once per minute and token. Also corrects times in the future. */
export async function touchTokens(database: Executor, tokenIds: readonly number[]): Promise<void> {
  await database.query(
    `update tokens set last_used_at = clock_timestamp()
     where id = any($1::bigint[])
       and (last_used_at is null or last_used_at <= clock_timestamp() - interval '1 minute'
            or last_used_at > clock_timestamp())`,
    [tokenIds],
  );
}

/** Moves a session to another account of its person. @returns false if the session ended or the person is no member */
export async function moveSession(
  database: Executor,
  { tokenId, personId, userId }: { tokenId: number; personId: number; userId: number },
): Promise<boolean> {
  const rows = await database.query(
    `with target as (
       select user_id, person_id from memberships where user_id = $3 and person_id = $2 for share)
     update tokens set user_id = target.user_id from target
     where tokens.id = $1 and tokens.person_id = target.person_id returning tokens.id`,
    [tokenId, personId, userId],
  );
  return rows.length > 0;
}
