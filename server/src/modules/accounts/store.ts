import type { Pronunciation } from '#contract/pronunciations.ts';
import type { Executor } from '../../db/client.ts';

export interface UserRow {
  id: number;
  name: string;
  email: string;
  password_hash: string;
}

export interface NewUser {
  name: string;
  email: string;
  passwordHash: string;
  balanceMicros: number;
  isOwner: boolean;
  /** IANA name; null for the default, UTC. */
  timezone: string | null;
}

/** Inserts an account with its first ledger row. Null if the email address is taken or the owner exists already. */
export async function insertUser(database: Executor, user: NewUser): Promise<number | null> {
  const [row] = await database.query<{ id: number }>(
    `with opened as (
       insert into users (name, email, password_hash, balance_micros, is_owner, timezone, is_timezone_chosen)
       values ($1, $2, $3, $4, $5, coalesce($7, 'UTC'), $7::text is not null)
       on conflict do nothing returning id),
     booked as (
       insert into charges (user_id, kind, amount_micros, note)
       select id, 'opening', -$4::bigint, $6 from opened where $4 > 0)
     select id from opened`,
    [
      user.name,
      user.email,
      user.passwordHash,
      user.balanceMicros,
      user.isOwner,
      'Opening balance.',
      user.timezone,
    ],
  );
  return row?.id ?? null;
}

export async function findUserByEmail(database: Executor, email: string): Promise<UserRow | null> {
  const [row] = await database.query<UserRow>(
    'select id, name, email, password_hash from users where lower(email) = lower($1)',
    [email],
  );
  return row ?? null;
}

export async function findUserById(database: Executor, id: number): Promise<UserRow | null> {
  const [row] = await database.query<UserRow>(
    'select id, name, email, password_hash from users where id = $1',
    [id],
  );
  return row ?? null;
}

export async function findOwner(database: Executor): Promise<UserRow | null> {
  const [row] = await database.query<UserRow>(
    'select id, name, email, password_hash from users where is_owner',
  );
  return row ?? null;
}

export interface ProfileRow {
  name: string;
  email: string;
  balance_micros: number;
  timezone: string;
  /** False if the time zone is the default. */
  is_timezone_chosen: boolean;
}

export async function findProfile(database: Executor, userId: number): Promise<ProfileRow | null> {
  const [row] = await database.query<ProfileRow>(
    'select name, email, balance_micros, timezone, is_timezone_chosen from users where id = $1',
    [userId],
  );
  return row ?? null;
}

export async function readPronunciations(database: Executor, userId: number): Promise<Pronunciation[]> {
  const [row] = await database.query<{ pronunciations: Pronunciation[] }>(
    'select pronunciations from users where id = $1',
    [userId],
  );
  return row?.pronunciations ?? [];
}

export async function updatePronunciations(
  database: Executor,
  userId: number,
  pronunciations: readonly Pronunciation[],
): Promise<void> {
  await database.query('update users set pronunciations = $2 where id = $1', [
    userId,
    JSON.stringify(pronunciations),
  ]);
}

export async function updatePassword(
  database: Executor,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await database.query('update users set password_hash = $2 where id = $1', [userId, passwordHash]);
}

/** @param timezone IANA name @returns whether the account exists */
export async function updateTimezone(database: Executor, email: string, timezone: string): Promise<boolean> {
  const rows = await database.query(
    'update users set timezone = $2, is_timezone_chosen = true where lower(email) = lower($1) returning id',
    [email, timezone],
  );
  return rows.length > 0;
}

/** @param timezone IANA name @returns false if the database does not know it and nothing was stored */
export async function updateOwnTimezone(
  database: Executor,
  userId: number,
  timezone: string,
): Promise<boolean> {
  const rows = await database.query(
    `update users set timezone = $2, is_timezone_chosen = true where id = $1
       and exists (select from pg_timezone_names where lower(name) = lower($2)) returning id`,
    [userId, timezone],
  );
  return rows.length > 0;
}

/** @param keptTokenId session to keep; null to delete all sessions */
export async function deleteSessions(
  database: Executor,
  userId: number,
  keptTokenId: number | null = null,
): Promise<void> {
  await database.query(
    `delete from tokens where user_id = $1 and kind = 'session' and id is distinct from $2::bigint`,
    [userId, keptTokenId],
  );
}

export interface NewToken {
  userId: number;
  kind: 'api-key' | 'session';
  name: string;
  hash: Buffer;
  expiresAt: Date | null;
}

export async function insertToken(database: Executor, token: NewToken): Promise<{ created_at: string }> {
  const [row] = await database.query<{ created_at: string }>(
    `insert into tokens (user_id, kind, name, token_hash, expires_at) values ($1, $2, $3, $4, $5)
     returning iso_timestamp(created_at) as created_at`,
    [token.userId, token.kind, token.name, token.hash, token.expiresAt],
  );
  if (row === undefined) throw new Error('The token was not stored.');
  return row;
}

export interface TokenRow {
  id: number;
  user_id: number;
  kind: 'api-key' | 'session';
  token_hash: Buffer;
  /** True if the token is valid now, by the database's clock. */
  is_alive: boolean;
}

/** API keys are valid until deleted or expired; sessions also end after 30 days without use. */
const TOKEN_COLUMNS = `id, user_id, kind, token_hash,
  (expires_at is null or expires_at > clock_timestamp())
    and (kind = 'api-key' or coalesce(last_used_at, created_at) > clock_timestamp() - interval '30 days') as is_alive`;

/** Returns the tokens with these ids; unknown ids are omitted. */
export function findTokensById(database: Executor, ids: readonly number[]): Promise<TokenRow[]> {
  return database.query<TokenRow>(`select ${TOKEN_COLUMNS} from tokens where id = any($1::bigint[])`, [ids]);
}

/** The token of each hash, in order; null if unknown. */
export async function findTokens(
  database: Executor,
  hashes: readonly Buffer[],
): Promise<(TokenRow | null)[]> {
  const rows = await database.query<TokenRow>(
    `select ${TOKEN_COLUMNS} from tokens where token_hash = any($1::bytea[])`,
    [hashes],
  );
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
  return hashes.map((hash) => byHash.get(hash.toString('base64')) ?? null);
}

export async function deleteToken(database: Executor, userId: number, tokenId: number): Promise<void> {
  await database.query('delete from tokens where user_id = $1 and id = $2', [userId, tokenId]);
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
