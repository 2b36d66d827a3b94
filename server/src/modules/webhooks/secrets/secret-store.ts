import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { newSecret } from './signature.ts';

/** How long a replaced secret continues to sign. */
const ROTATION_MS = 24 * 60 * 60 * 1000;
/** Each secret adds a signature to every request; beyond this number the oldest is dropped early. */
const MAX_SECRETS = 5;

const placeOf = (userId: number): string => `webhook secret of ${userId}`;

interface SecretDeps {
  database: Database;
  secretBox: SecretBox;
}

/** `retiresAt` is null for the current secret, which does not expire. */
export interface SigningSecret {
  secret: string;
  retiresAt: Date | null;
}

interface SecretRow {
  sealed_secret: Buffer;
  retires_at: Date | null;
}

/** The account's current secret, created if missing. */
export async function currentSecret(deps: SecretDeps, userId: number): Promise<string> {
  const { database, secretBox } = deps;
  const sealed = (await findCurrent(database, userId)) ?? (await makeFirst(deps, userId));
  return secretBox.decrypt(sealed, placeOf(userId));
}

async function makeFirst({ database, secretBox }: SecretDeps, userId: number): Promise<Buffer> {
  return database.transaction(async (transaction) => {
    await lockAccount(transaction, userId);
    const made = await findCurrent(transaction, userId);
    return made ?? insertSecret(transaction, userId, secretBox.encrypt(newSecret(), placeOf(userId)));
  });
}

/** Creates a new secret; the previous one continues to sign for a day. */
export async function replaceSecret(deps: SecretDeps, userId: number, now: Date): Promise<string> {
  const secret = newSecret();
  const sealed = deps.secretBox.encrypt(secret, placeOf(userId));
  const retiresAt = new Date(now.getTime() + ROTATION_MS);
  await deps.database.transaction(async (transaction) => {
    await lockAccount(transaction, userId);
    await transaction.query(
      'update webhook_secrets set retires_at = $2 where user_id = $1 and retires_at is null',
      [userId, retiresAt],
    );
    await insertSecret(transaction, userId, sealed);
    await transaction.query(
      `delete from webhook_secrets where user_id = $1 and (retires_at <= $2 or id not in (
         select id from webhook_secrets where user_id = $1 order by id desc limit $3))`,
      [userId, now, MAX_SECRETS],
    );
  });
  return secret;
}

/** All active secrets, newest first. */
export async function signingSecrets(deps: SecretDeps, userId: number): Promise<SigningSecret[]> {
  const rows = await deps.database.query<SecretRow>(
    'select sealed_secret, retires_at from webhook_secrets where user_id = $1 order by id desc',
    [userId],
  );
  if (rows.length === 0) return [{ secret: await currentSecret(deps, userId), retiresAt: null }];
  return rows.map(({ sealed_secret: sealed, retires_at: retiresAt }) => ({
    secret: deps.secretBox.decrypt(sealed, placeOf(userId)),
    retiresAt,
  }));
}

/** When the last replaced secret expires, in ISO 8601; null if only the current one is active. */
export async function oldSignsUntil(database: Executor, userId: number, now: Date): Promise<string | null> {
  const [row] = await database.query<{ until: string | null }>(
    `select iso_timestamp(max(retires_at)) as until from webhook_secrets
     where user_id = $1 and retires_at > $2::timestamptz`,
    [userId, now],
  );
  return row?.until ?? null;
}

/** Serializes changes of an account's webhook settings. */
export async function lockAccount(transaction: Executor, userId: number): Promise<void> {
  await transaction.query('select from users where id = $1 for no key update', [userId]);
}

async function findCurrent(database: Executor, userId: number): Promise<Buffer | null> {
  const [row] = await database.query<SecretRow>(
    'select sealed_secret, retires_at from webhook_secrets where user_id = $1 and retires_at is null',
    [userId],
  );
  return row?.sealed_secret ?? null;
}

async function insertSecret(transaction: Executor, userId: number, sealed: Buffer): Promise<Buffer> {
  await transaction.query('insert into webhook_secrets (user_id, sealed_secret) values ($1, $2)', [
    userId,
    sealed,
  ]);
  return sealed;
}
