import {
  chmod,
  chown,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { variant } from '../../../test/kit/run-size.ts';
import { postgresPackageDirectory } from './binaries.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';
import {
  cleanUp,
  isRoot,
  nobody,
  query,
  recordedLog,
  startHolder,
  temporaryFolder,
} from './testing/embedded-kit.ts';

let folder: string;
let dataDirectory: string;
let systemDirectory: string;
let started: EmbeddedDatabase[];

beforeEach(async () => {
  folder = await temporaryFolder();
  dataDirectory = join(folder, 'data');
  systemDirectory = join(folder, 'system');
  started = [];
});

afterEach(async () => {
  for (const database of started) await database.stop();
  await cleanUp(dataDirectory, folder);
});

async function start(options: { packageDirectory?: string; accountNames?: string[] } = {}) {
  const log = recordedLog();
  const database = await startEmbeddedDatabase({ dataDirectory, systemDirectory, log, ...options });
  started.push(database);
  return { database, log };
}

/** The installed package as npm leaves it where install scripts do not run: without its library links. */
async function packageWithoutLinks(): Promise<string> {
  const copy = join(folder, 'package');
  await cp(postgresPackageDirectory(), copy, { recursive: true, verbatimSymlinks: true });
  for (const entry of await readdir(join(copy, 'native', 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await unlink(join(copy, 'native', 'lib', entry.name));
  }
  return copy;
}

variant('creates library links that no install script created', async () => {
  const packageDirectory = await packageWithoutLinks();
  const { database, log } = await start({ packageDirectory });
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(log.messages.join()).not.toContain('copy');
});

test('refuses a cluster of another major version and leaves it unchanged', async () => {
  const { database } = await start();
  await database.stop();
  const versionFile = join(database.location, 'PG_VERSION');
  await writeFile(versionFile, '16\n');
  await expect(start()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/is of PostgreSQL 16; this release runs PostgreSQL 18.*PARLEY_DATA/),
  });
  expect(await readFile(versionFile, 'utf8')).toBe('16\n');
});

test('refuses a folder that is not a cluster and leaves it unchanged', async () => {
  const cluster = join(dataDirectory, 'database', 'cluster');
  await mkdir(cluster, { recursive: true });
  if (isRoot) await chown(join(dataDirectory, 'database'), (await nobody()).uid, (await nobody()).gid);
  await writeFile(join(cluster, 'letter.txt'), 'mine');
  await expect(start()).rejects.toMatchObject({ message: expect.stringContaining('damaged') });
  expect(await readdir(cluster)).toEqual(['letter.txt']);
});

variant('reports PostgreSQL’s own message for an invalid settings file', async () => {
  const { database } = await start();
  await database.stop();
  await writeFile(join(database.location, 'postgresql.conf'), 'no_such_setting = on\n');
  await expect(start()).rejects.toMatchObject({ message: expect.stringContaining('no_such_setting') });
});

test('works with a path longer than a socket path may be', async () => {
  dataDirectory = join(folder, `it's a "long", name `.repeat(6));
  const { database } = await start();
  expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  const { mode } = await stat(database.connection.host);
  expect(mode & 0o777).toBe(0o700);
  if (!isRoot) await rm(database.connection.host, { recursive: true });
});

test('suggests DATABASE_URL without an installed package', async () => {
  await expect(start({ packageDirectory: join(folder, 'missing') })).rejects.toThrow(/DATABASE_URL/);
});

describe.runIf(isRoot)('as root', () => {
  test('runs the server as nobody when there is no OS user postgres', async () => {
    const { database } = await start({ accountNames: ['no-such-user', 'nobody'] });
    expect((await stat(database.location)).uid).toBe((await nobody()).uid);
    expect(await query(database.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('opens the data folder only for the database account', async () => {
    await mkdir(dataDirectory, { mode: 0o700 });
    const { database } = await start();
    const { uid, mode } = await stat(dataDirectory);
    expect({ uid, mode: mode & 0o777 }).toEqual({ uid: 0, mode: 0o710 });
    expect(database.location).toBe(join(dataDirectory, 'database', 'cluster'));
  });

  variant(
    'stores the cluster and programs outside a data folder that is below a 0700 folder, and logs it',
    async () => {
      const home = join(folder, 'home');
      await mkdir(home, { mode: 0o700 });
      dataDirectory = join(home, 'data');
      const packageDirectory = join(home, 'package');
      await cp(postgresPackageDirectory(), packageDirectory, { recursive: true, verbatimSymlinks: true });

      const { database, log } = await start({ packageDirectory });
      expect(database.location.startsWith(systemDirectory)).toBe(true);
      expect(log.messages.join('\n')).toContain(`cannot reach ${dataDirectory}`);
      expect(log.messages.join('\n')).toContain(`copy of its programs in ${systemDirectory}`);
      await query(database.connection, 'create table notes (text text)');
      await database.stop();

      const again = await start({ packageDirectory });
      expect(again.database.location).toBe(database.location);
      await query(again.database.connection, 'select text from notes');
      await again.database.stop();

      const renamed = join(home, 'renamed');
      await rename(dataDirectory, renamed);
      dataDirectory = renamed;
      const moved = await start({ packageDirectory });
      expect(moved.database.location).toBe(database.location);
      await moved.database.stop();

      await rm(dataDirectory, { recursive: true });
      const fresh = await start({ packageDirectory });
      expect(fresh.database.location).not.toBe(database.location);
      await expect(query(fresh.database.connection, 'select text from notes')).rejects.toThrow(
        'does not exist',
      );
    },
  );

  test('reports a missing external database folder instead of replacing it', async () => {
    await mkdir(dataDirectory);
    await writeFile(join(dataDirectory, 'database.location'), '/nowhere/at/all\n');
    await expect(start()).rejects.toMatchObject({
      message: expect.stringMatching(/nowhere.*no longer exists.*empty/),
    });
  });

  variant('explains that the OS user can no longer reach a cluster that was moved', async () => {
    const { database } = await start();
    await database.stop();
    const home = join(folder, 'home');
    await mkdir(home, { mode: 0o700 });
    await rename(dataDirectory, join(home, 'data'));
    dataDirectory = join(home, 'data');
    await expect(start()).rejects.toMatchObject({
      message: expect.stringContaining('cannot reach its database'),
    });
  });

  variant('works for an ordinary user without install scripts and with a read-only package', async () => {
    const account = await nobody();
    const packageDirectory = await packageWithoutLinks();
    await mkdir(dataDirectory);
    await chown(dataDirectory, account.uid, account.gid);
    const holder = await startHolder({ dataDirectory, packageDirectory, account });
    expect(holder.first.message).toBeUndefined();
    expect(holder.first.messages?.join()).toContain('copy of its programs');
    expect(await holder.ask('select current_user as name')).toEqual({
      event: 'rows',
      rows: [{ name: 'parley' }],
    });
    await holder.ask('create table notes (text text)');
    await holder.kill('SIGKILL');

    const next = await startHolder({ dataDirectory, packageDirectory, account });
    expect(next.first.adopted).toBe(true);
    expect((await next.ask('stop')).event).toBe('stopped');

    const { database } = await start({ packageDirectory });
    expect(await query(database.connection, 'select text from notes')).toEqual([]);
    await database.stop();
    const back = await startHolder({ dataDirectory, packageDirectory, account });
    expect(back.first.event).toBe('ready');
    await back.ask('stop');
  });

  test('tells an ordinary user that the database belongs to root', async () => {
    const { database } = await start();
    await database.stop();
    await chmod(dataDirectory, 0o755);
    const holder = await startHolder({ dataDirectory, account: await nobody() });
    expect(holder.first).toMatchObject({ event: 'refused', code: 'unavailable' });
    expect(holder.first.message).toMatch(/belongs to OS user id|permission denied/);
  });
});
