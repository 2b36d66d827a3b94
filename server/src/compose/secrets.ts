import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, type Secrets } from '../config/config.ts';
import { messageOf } from '../core/errors.ts';
import { createSecretBox, type SecretBox } from '../core/secret-box.ts';
import type { Executor } from '../db/client.ts';

const KEY_FILE = 'secret-key';

const FINGERPRINT = 'secret_key_fingerprint';

/** File of the generated key. */
export function secretKeyFile({ dataDirectory }: Config): string {
  return join(dataDirectory, KEY_FILE);
}

/**
 * Finds the key that encrypts this database's secrets, without creating one. Null if neither the configuration nor the
 * data folder has it.
 */
export async function findSecretKey(
  config: Config,
  { secretKey }: Secrets,
  database: Executor,
): Promise<'set' | 'file' | null> {
  const key = secretKey ?? (await readKey(secretKeyFile(config)).catch(() => null));
  if (key === null) return null;
  const [row] = await database.query<{ value: string }>('select value from installation where name = $1', [
    FINGERPRINT,
  ]);
  if (row !== undefined && row.value !== createSecretBox(key).fingerprint) return null;
  return secretKey === null ? 'file' : 'set';
}

/**
 * Encrypts accounts' secrets with PARLEY_SECRET_KEY, else with a key that the first start stores in the
 * data folder. Throws a `ConfigError` when this database's secrets are encrypted with another key.
 */
export async function composeSecretBox(
  config: Config,
  secrets: Secrets,
  database: Executor,
): Promise<SecretBox> {
  const box = createSecretBox(secrets.secretKey ?? (await keptKey(config)));
  const fingerprint = await firstFingerprint(database, box.fingerprint);
  if (fingerprint === box.fingerprint) return box;
  const origin =
    secrets.secretKey === null
      ? `This process uses ${secretKeyFile(config)}`
      : 'This process uses PARLEY_SECRET_KEY';
  throw new ConfigError([
    `The secrets in this database are encrypted with another key. ${origin}. ` +
      'Every process needs the same key as the first one: set PARLEY_SECRET_KEY to the value of its ' +
      `PARLEY_SECRET_KEY, or to the content of the file ${KEY_FILE} in its PARLEY_DATA.`,
  ]);
}

/** The stored fingerprint of the key; the first start stores its own. One of two concurrent first starts wins. */
async function firstFingerprint(database: Executor, own: string): Promise<string> {
  const [row] = await database.query<{ value: string }>(
    `insert into installation as kept (name, value) values ($1, $2)
     on conflict (name) do update set value = kept.value returning value`,
    [FINGERPRINT, own],
  );
  if (row === undefined) throw new Error('The fingerprint of the key was not stored.');
  return row.value;
}

async function keptKey(config: Config): Promise<string> {
  const file = secretKeyFile(config);
  try {
    return (await readKey(file)) ?? (await makeKey(config.dataDirectory, file));
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    throw new ConfigError([
      `The key that encrypts secrets cannot be stored in ${file} (${messageOf(error)}): set PARLEY_SECRET_KEY.`,
    ]);
  }
}

async function readKey(file: string): Promise<string | null> {
  try {
    const text = (await readFile(file, 'utf8')).trim();
    if (/^[0-9a-f]{64}$/.test(text)) return text;
    throw new ConfigError([`${file} contains no key: restore it from a backup, or set PARLEY_SECRET_KEY.`]);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Creates the key in a temporary file and renames it, so that a concurrently starting process reads a complete file or
 * none.
 */
async function makeKey(dataDirectory: string, file: string): Promise<string> {
  await mkdir(dataDirectory, { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  } finally {
    await unlink(draft);
  }
  const key = await readKey(file);
  if (key === null) throw new Error('It vanished.');
  return key;
}
