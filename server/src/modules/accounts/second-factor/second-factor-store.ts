import type { Executor } from '../../../db/client.ts';

export interface SecondFactorRow {
  sealed_secret: Buffer;
  is_confirmed: boolean;
}

export async function findSecondFactor(
  database: Executor,
  personId: number,
): Promise<SecondFactorRow | null> {
  const [row] = await database.query<SecondFactorRow>(
    'select sealed_secret, confirmed_at is not null as is_confirmed from second_factors where person_id = $1',
    [personId],
  );
  return row ?? null;
}

/** Begins a setup in place of an earlier one that was not finished. @returns false if the second factor is on */
export async function beginSetup(
  database: Executor,
  { personId, sealedSecret }: { personId: number; sealedSecret: Buffer },
): Promise<boolean> {
  const rows = await database.query(
    `insert into second_factors (person_id, sealed_secret) values ($1, $2)
     on conflict (person_id) do update set sealed_secret = excluded.sealed_secret
       where second_factors.confirmed_at is null
     returning person_id`,
    [personId, sealedSecret],
  );
  return rows.length > 0;
}

/** Turns the second factor on with the step of its first code. @returns false if the setup was replaced or finished */
export async function confirmSetup(
  transaction: Executor,
  { personId, sealedSecret, step }: { personId: number; sealedSecret: Buffer; step: number },
): Promise<boolean> {
  const rows = await transaction.query(
    `update second_factors set confirmed_at = clock_timestamp(), last_step = $3
     where person_id = $1 and sealed_secret = $2 and confirmed_at is null returning person_id`,
    [personId, sealedSecret, step],
  );
  return rows.length > 0;
}

/** Locks the second factor of a person until the end of the transaction. @returns false if it is not on */
export async function lockSecondFactor(transaction: Executor, personId: number): Promise<boolean> {
  const rows = await transaction.query(
    'select from second_factors where person_id = $1 and confirmed_at is not null for no key update',
    [personId],
  );
  return rows.length > 0;
}

/** Uses up a code by its step. @returns false if this code or a later one was used */
export async function takeStep(database: Executor, personId: number, step: number): Promise<boolean> {
  const rows = await database.query(
    'update second_factors set last_step = $2 where person_id = $1 and last_step < $2 returning person_id',
    [personId, step],
  );
  return rows.length > 0;
}

/** Uses up a recovery code. @returns false if it is unknown or used */
export async function takeRecoveryCode(
  database: Executor,
  personId: number,
  codeHash: Buffer,
): Promise<boolean> {
  const rows = await database.query(
    'delete from recovery_codes where person_id = $1 and code_hash = $2 returning person_id',
    [personId, codeHash],
  );
  return rows.length > 0;
}

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(
  transaction: Executor,
  personId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await transaction.query('delete from recovery_codes where person_id = $1', [personId]);
  await transaction.query(
    'insert into recovery_codes (person_id, code_hash) select $1, unnest($2::bytea[])',
    [personId, hashes],
  );
}

export async function countRecoveryCodes(database: Executor, personId: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from recovery_codes where person_id = $1',
    [personId],
  );
  return row?.count ?? 0;
}

/** Turns the second factor off. @returns false if it was off */
export async function deleteSecondFactor(database: Executor, personId: number): Promise<boolean> {
  const rows = await database.query('delete from second_factors where person_id = $1 returning person_id', [
    personId,
  ]);
  return rows.length > 0;
}

/** True if an account requires a second factor of its members. */
export async function isRequired(database: Executor, userId: number): Promise<boolean> {
  const [row] = await database.query<{ requires_second_factor: boolean }>(
    'select requires_second_factor from users where id = $1',
    [userId],
  );
  return row?.requires_second_factor ?? false;
}

export async function updateRequired(
  transaction: Executor,
  userId: number,
  isNeeded: boolean,
): Promise<void> {
  await transaction.query(
    'update users set requires_second_factor = $2 where id = $1 and requires_second_factor <> $2',
    [userId, isNeeded],
  );
}
