import type { Pronunciation } from '#contract/pronunciations.ts';
import type { Executor } from '../../db/client.ts';

export interface NewUser {
  name: string;
  email: string;
  balanceMicros: number;
  isOwner: boolean;
  /** IANA name; null for the default, UTC. */
  timezone: string | null;
}

/** Inserts an account with its first ledger row. Null if the installation's owner exists already. */
export async function insertUser(database: Executor, user: NewUser): Promise<number | null> {
  const [row] = await database.query<{ id: number }>(
    `with opened as (
       insert into users (name, email, balance_micros, is_owner, timezone, is_timezone_chosen)
       values ($1, $2, $3, $4, coalesce($6, 'UTC'), $6::text is not null)
       on conflict do nothing returning id),
     booked as (
       insert into charges (user_id, kind, amount_micros, note)
       select id, 'opening', -$3::bigint, $5 from opened where $3 > 0)
     select id from opened`,
    [user.name, user.email, user.balanceMicros, user.isOwner, 'Opening balance.', user.timezone],
  );
  return row?.id ?? null;
}

/** The installation's first account. */
export async function findOwner(database: Executor): Promise<{ id: number; email: string } | null> {
  const [row] = await database.query<{ id: number; email: string }>(
    'select id, email from users where is_owner',
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

/** @param timezone IANA name */
export async function updateTimezone(database: Executor, userId: number, timezone: string): Promise<void> {
  await database.query('update users set timezone = $2, is_timezone_chosen = true where id = $1', [
    userId,
    timezone,
  ]);
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
