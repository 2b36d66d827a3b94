import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type EmbeddedDatabase, findEmbeddedDatabase, startEmbeddedDatabase } from './embedded-database.ts';
import { runProgram } from './run-program.ts';
import {
  cleanUp,
  copyOf,
  folderWithCluster,
  isRoot,
  nobody,
  query,
  recordedLog,
  serverPid,
  startHolder,
} from './testing/embedded-kit.ts';

const require = createRequire(import.meta.url);

let template: string;
let dataDirectory: string;
let started: EmbeddedDatabase[];

beforeAll(async () => {
  template = await folderWithCluster();
});
afterAll(() => cleanUp(template));

beforeEach(async () => {
  dataDirectory = await copyOf(template);
  started = [];
});

afterEach(async () => {
  for (const database of started) await database.stop();
  await cleanUp(dataDirectory);
});

async function start(options: { transport?: 'socket' | 'loopback'; signal?: AbortSignal } = {}) {
  const database = await startEmbeddedDatabase({ dataDirectory, log: recordedLog(), ...options });
  started.push(database);
  return database;
}

/** The next start creates the cluster. */
const removeCluster = (): Promise<void> => rm(join(dataDirectory, 'database'), { recursive: true });

test('keeps rows across a restart', async () => {
  await removeCluster();
  const first = await start();
  await query(first.connection, 'create table notes (text text)');
  await query(first.connection, "insert into notes values ('kept')");
  await first.stop();
  expect(await serverPid(dataDirectory)).toBeNull();

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await query(second.connection, 'select text from notes')).toEqual([{ text: 'kept' }]);
});

test('runs PostgreSQL 18 with UTF-8, durable writes and Unicode case rules', async () => {
  const { connection } = await start();
  const [row] = await query(
    connection,
    `select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding,
            current_setting('fsync') as fsync, current_setting('synchronous_commit') as synchronous, upper('äß') as upper`,
  );
  expect(row).toEqual({ major: 18, encoding: 'UTF8', fsync: 'on', synchronous: 'on', upper: 'Äß' });
  for (const extension of ['pg_trgm', 'unaccent', 'btree_gist']) {
    await query(connection, `create extension ${extension}`);
  }
});

test('opens no port', async () => {
  const { connection } = await start();
  expect(await query(connection, "select current_setting('listen_addresses') as addresses")).toEqual([
    { addresses: '' },
  ]);
  expect((await stat(connection.host)).mode & 0o777).toBe(0o700);
});

test('stop may be called twice', async () => {
  const database = await start();
  await Promise.all([database.stop(), database.stop()]);
  await database.stop();
  expect(await serverPid(dataDirectory)).toBeNull();
});

test('refuses a second server and keeps the first running', async () => {
  const first = await start();
  const second = await startHolder({ dataDirectory });
  expect(second.first.event).toBe('refused');
  expect(second.first.code).toBe('conflict');
  expect(second.first.message).toContain(`process ${process.pid}`);
  expect(second.first.message).toContain('PARLEY_DATA');
  expect(await query(first.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('exactly one of two concurrent starts succeeds', async () => {
  await removeCluster();
  const holders = await Promise.all([startHolder({ dataDirectory }), startHolder({ dataDirectory })]);
  expect(holders.map((holder) => holder.first.event).sort()).toEqual(['ready', 'refused']);
  const winner = holders.find((holder) => holder.first.event === 'ready');
  expect((await winner?.ask('stop'))?.event).toBe('stopped');
});

test('other programs find the database only while it runs', async () => {
  expect(await findEmbeddedDatabase(dataDirectory)).toBeNull();
  const database = await start();
  expect(await findEmbeddedDatabase(dataDirectory)).toEqual(database.connection);
  await database.stop();
  expect(await findEmbeddedDatabase(dataDirectory)).toBeNull();
  expect(await findEmbeddedDatabase(join(dataDirectory, 'missing'))).toBeNull();
});

test('leaves no server after an aborted start', async () => {
  await (await start()).stop();
  const abort = new AbortController();
  const starting = start({ signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(starting).rejects.toThrow('enough');
  expect(await serverPid(dataDirectory)).toBeNull();
});

test('leaves no unfinished cluster after an aborted first start', async () => {
  await removeCluster();
  await expect(start({ signal: AbortSignal.timeout(60) })).rejects.toThrow();
  const left = await readdir(join(dataDirectory, 'database'));
  expect(left.filter((name) => name.startsWith('cluster'))).toEqual([]);
});

test('loopback clients need the password from the data folder', async () => {
  await removeCluster();
  const { connection, location } = await start({ transport: 'loopback' });
  expect(connection.host).toBe('127.0.0.1');
  expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  await expect(query({ ...connection, password: 'wrong' }, 'select 1')).rejects.toThrow(
    'authentication failed',
  );
  const path = join(location, '..', 'password');
  expect(await readFile(path, 'utf8')).toBe(connection.password);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test.runIf(isRoot)('refuses other OS users, even the owner of the cluster', async () => {
  const { connection, location } = await start();
  const login = `
    const { Client } = require(${JSON.stringify(require.resolve('pg'))});
    process.setgroups([]); process.setgid(Number(process.argv[2])); process.setuid(Number(process.argv[1]));
    const client = new Client(${JSON.stringify(connection)});
    client.connect().then(() => console.log('in'), (error) => console.log(error.message)).then(() => process.exit());`;
  const attempt = async ({ uid, gid }: { uid: number; gid: number }) =>
    (await runProgram(process.execPath, ['-e', login, String(uid), String(gid)])).output.trim();
  expect(await attempt({ uid: 0, gid: 0 })).toBe('in');
  expect(await attempt(await nobody())).toContain('EACCES');
  const owner = await stat(location);
  expect(await attempt(owner)).toMatch(/Peer authentication failed|EACCES/);
});
