import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { readConfig } from '../config/config.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { composeSecretBox } from './secrets.ts';

let folder: string;
let clone: TestDatabase;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parley-secrets-'));
  clone = await cloneDatabase();
  database = openDatabase(clone.connection, () => undefined);
});
afterEach(async () => {
  await database.close();
  await clone.drop();
  await rm(folder, { recursive: true });
});

const start = (environment: Record<string, string>) => {
  const { config, secrets } = readConfig(environment);
  return composeSecretBox(config, secrets, database);
};

test('generates a key on the first start, readable by its owner only, and reuses it later', async () => {
  const data = join(folder, 'made');
  const boxes = await Promise.all(Array.from({ length: 5 }, () => start({ PARLEY_DATA: data })));
  expect(new Set(boxes.map((box) => box.fingerprint)).size).toBe(1);
  expect(await readdir(data)).toEqual(['secret-key']);
  expect((await stat(join(data, 'secret-key'))).mode & 0o777).toBe(0o600);
  const key = (await readFile(join(data, 'secret-key'), 'utf8')).trim();
  // A process with another data folder may be configured with the same key.
  const elsewhere = await start({ PARLEY_DATA: join(folder, 'other'), PARLEY_SECRET_KEY: key });
  expect(elsewhere.fingerprint).toBe(boxes[0]?.fingerprint);
});

test('refuses to start with another key and says what to do', async () => {
  await start({ PARLEY_DATA: join(folder, 'one') });
  const second = start({ PARLEY_DATA: join(folder, 'two') });
  await expect(second).rejects.toThrow(/encrypted with another key.*two\/secret-key.*PARLEY_SECRET_KEY/s);
  const third = start({ PARLEY_SECRET_KEY: 'x'.repeat(32) });
  await expect(third).rejects.toThrow(/This process uses PARLEY_SECRET_KEY/);
});

test('explains an invalid key file and an unwritable folder', async () => {
  await writeFile(join(folder, 'secret-key'), 'short');
  await expect(start({ PARLEY_DATA: folder })).rejects.toThrow(/contains no key/);
  await writeFile(join(folder, 'file'), '');
  const blocked = start({ PARLEY_DATA: join(folder, 'file') });
  await expect(blocked).rejects.toThrow(/cannot be stored.*set PARLEY_SECRET_KEY/s);
});

test('refuses a short PARLEY_SECRET_KEY', () => {
  expect(() => readConfig({ PARLEY_SECRET_KEY: 'x'.repeat(31) })).toThrow(/at least 32 characters/);
});
