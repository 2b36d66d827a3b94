import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmbeddedDatabase } from './embedded-database.ts';
import {
  cleanUp,
  copyOf,
  folderWithCluster,
  isRoot,
  query,
  recordedLog,
  serverPid,
  startHolder,
  until,
} from './testing/embedded-kit.ts';

let template: string;
let dataDirectory: string;

beforeAll(async () => {
  template = await folderWithCluster();
});
afterAll(() => cleanUp(template));

beforeEach(async () => {
  dataDirectory = await copyOf(template);
});

afterEach(async () => {
  await cleanUp(dataDirectory);
});

async function startHere() {
  const log = recordedLog();
  return { log, database: await startEmbeddedDatabase({ dataDirectory, log }) };
}

/** Starts a holder, commits a row and kills the holder. @returns the process id of its server */
async function killedHolder(): Promise<number> {
  const holder = await startHolder({ dataDirectory });
  expect(holder.first.event).toBe('ready');
  await holder.ask('create table notes (text text)');
  await holder.ask("insert into notes values ('committed')");
  const pid = await serverPid(dataDirectory);
  await holder.kill('SIGKILL');
  if (pid === null) throw new Error('The holder ran no server.');
  return pid;
}

test('adopts the server after kill -9 of the process, with every committed row', async () => {
  const orphan = await killedHolder();
  expect(await serverPid(dataDirectory)).toBe(orphan);

  const { database, log } = await startHere();
  expect(database.adopted).toBe(true);
  expect(log.messages.join()).toContain('Took over');
  expect(await serverPid(dataDirectory)).toBe(orphan);
  expect(await query(database.connection, 'select text from notes')).toEqual([{ text: 'committed' }]);
  await database.stop();
  expect(await serverPid(dataDirectory)).toBeNull();
});

test('recovers after kill -9 of the process and its server', async () => {
  const orphan = await killedHolder();
  process.kill(orphan, 'SIGKILL');
  await until(async () => (await serverPid(dataDirectory)) === null);

  const { database } = await startHere();
  expect(database.adopted).toBe(false);
  expect(await query(database.connection, 'select text from notes')).toEqual([{ text: 'committed' }]);
  await database.stop();
});

test('ignores a process id in postmaster.pid that another program reused', async () => {
  const orphan = await killedHolder();
  process.kill(orphan, 'SIGKILL');
  await until(async () => (await serverPid(dataDirectory)) === null);
  const home = join(dataDirectory, 'database');
  const { uid, gid } = await stat(home);
  const other = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
  for (const path of [join(home, 'cluster', 'postmaster.pid'), join(home, 'run', '.s.PGSQL.5432.lock')]) {
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, [other.pid, ...lines.slice(1)].join('\n'));
  }

  const { database } = await startHere();
  expect(await query(database.connection, 'select text from notes')).toEqual([{ text: 'committed' }]);
  await database.stop();
  expect(other.exitCode).toBeNull();
  other.kill();
});

test('restarts a server that dies', async () => {
  const { database, log } = await startHere();
  await query(database.connection, 'create table notes (text text)');
  await query(database.connection, "insert into notes values ('committed')");
  const killed = await serverPid(dataDirectory);
  process.kill(killed ?? 0, 'SIGKILL');
  await until(async () => ![null, killed].includes(await serverPid(dataDirectory)));
  await until(() =>
    query(database.connection, 'select 1').then(
      () => true,
      () => false,
    ),
  );

  expect(await query(database.connection, 'select text from notes')).toEqual([{ text: 'committed' }]);
  expect(log.messages).toContain('The database server died; restarting it.');
  const second = await startHolder({ dataDirectory });
  expect(second.first.code).toBe('conflict');
  await database.stop();
  expect(await serverPid(dataDirectory)).toBeNull();
});

test('restarts an orphaned server that has other settings', async () => {
  const orphan = await killedHolder();
  const settings = join(dataDirectory, 'database', 'cluster', 'parley.conf');
  await writeFile(settings, (await readFile(settings, 'utf8')).replace("'64MB'", "'32MB'"));

  const { database } = await startHere();
  expect(database.adopted).toBe(false);
  expect(await serverPid(dataDirectory)).not.toBe(orphan);
  expect(await query(database.connection, 'select text from notes')).toEqual([{ text: 'committed' }]);
  const [row] = await query(database.connection, "select current_setting('shared_buffers') as buffers");
  expect(row).toEqual({ buffers: '64MB' });
  await database.stop();
});

test('rolls back uncommitted work on stop and keeps the rest', async () => {
  const { database } = await startHere();
  await query(database.connection, 'create table notes (text text)');
  const working = query(database.connection, "begin; insert into notes values ('open'); select pg_sleep(60)");
  const refused = expect(working).rejects.toThrow();
  await until(async () => {
    const busy = await query(
      database.connection,
      "select from pg_stat_activity where wait_event = 'PgSleep'",
    );
    return busy.length === 1;
  });
  await query(database.connection, "insert into notes values ('committed')");
  await database.stop();
  await refused;

  const { database: again } = await startHere();
  expect(await query(again.connection, 'select text from notes')).toEqual([{ text: 'committed' }]);
  await again.stop();
});
