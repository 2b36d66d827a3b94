import { once } from 'node:events';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startCommand } from '../kit/command-line.ts';
import {
  accountCount,
  copyCommand,
  enterProcess,
  guardsOf,
  holdConnection,
  insertAccount,
  onDatabase,
} from '../kit/copy/copied-databases.ts';
import { eventually } from '../kit/eventually.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
  source = await cloneDatabase();
  target = await cloneDatabase();
  await insertAccount(source.connection);
});
afterEach(async () => {
  await source.drop();
  await target.drop();
});

/** Connections of the copy command to a database; with `waits` only those that wait for a lock. */
function connectionsOf({ database }: pg.ClientConfig, waits: boolean): Promise<{ pid: number }[]> {
  return onDatabase<{ pid: number }>(
    source.connection,
    `select pid from pg_stat_activity where datname = $1 and application_name = 'parley copy'
     and ($2 or wait_event_type = 'Lock')`,
    [database, !waits],
  );
}

/** Starts a copy that has written some tables and waits in the middle of the next one. `goOn` releases it. */
async function startedCopy(): Promise<ReturnType<typeof startCommand> & { goOn(): Promise<unknown> }> {
  const holder = await holdConnection(source.connection);
  await holder.query('begin; lock table webhook_targets in access exclusive mode');
  const url = connectionUrl(source.connection);
  const started = startCommand(['copy', '--to', connectionUrl(target.connection)], { DATABASE_URL: url });
  await eventually(
    () => connectionsOf(source.connection, true),
    (waiting) => waiting.length === 1,
  );
  return { ...started, goOn: () => holder.query('rollback') };
}

async function expectNothingCopied(before: unknown): Promise<void> {
  await eventually(
    () => connectionsOf(target.connection, false),
    (left) => left.length === 0,
  );
  expect(await accountCount(target.connection)).toBe(0);
  expect(await guardsOf(target.connection)).toEqual(before);
}

async function expectCopied(): Promise<void> {
  expect(await copyCommand(source.connection, target.connection)).toMatchObject({ code: 0 });
  expect(await accountCount(target.connection)).toBe(1);
  expect(await guardsOf(target.connection)).toEqual(await guardsOf(source.connection));
}

test.each([
  ['target', () => target],
  ['source', () => source],
])(
  'a copy whose connection to the %s is closed is rolled back with an error, and the next copy succeeds',
  async (_, side) => {
    const before = await guardsOf(target.connection);
    const { ended, goOn } = await startedCopy();
    for (const { pid } of await connectionsOf(side().connection, false))
      await onDatabase(source.connection, 'select pg_terminate_backend($1)', [pid]);
    const { code, output } = await ended;
    expect([code, output]).toEqual([1, expect.stringMatching(/The copy failed: .*Nothing was copied/)]);
    expect(output).not.toContain('    at ');
    await goOn();
    await expectNothingCopied(before);
    await expectCopied();
  },
);

test('kill -9 in the middle of a copy leaves the target as it was', async () => {
  const before = await guardsOf(target.connection);
  const { child, goOn } = await startedCopy();
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  await goOn();
  await expectNothingCopied(before);
  await expectCopied();
});

test('a copy that is stopped reports that nothing was copied', async () => {
  const before = await guardsOf(target.connection);
  const { child, ended, goOn } = await startedCopy();
  child.kill('SIGINT');
  expect(await ended).toEqual({
    code: 1,
    output: expect.stringContaining('Stopped by SIGINT. Nothing was copied.'),
  });
  await goOn();
  await expectNothingCopied(before);
});

test('a copy is rolled back if Parley is started during the copy', async () => {
  const before = await guardsOf(target.connection);
  const { ended, goOn } = await startedCopy();
  await enterProcess(source.connection);
  await goOn();
  expect(await ended).toEqual({ code: 1, output: expect.stringMatching(/Parley runs on .*process 4711/) });
  await expectNothingCopied(before);
});

test('a copy is rolled back if a process started and stopped during the copy', async () => {
  const before = await guardsOf(target.connection);
  const { ended, goOn } = await startedCopy();
  await onDatabase(
    source.connection,
    `insert into processes (id, role, host, pid) values (gen_random_uuid(), 'all', 'elsewhere', 4712)`,
  );
  await onDatabase(source.connection, 'delete from processes where pid = 4712');
  await goOn();
  expect(await ended).toEqual({ code: 1, output: expect.stringContaining('was written to during the copy') });
  await expectNothingCopied(before);
});

test('of two concurrent copies into one target, the second is rejected', async () => {
  const { ended, goOn } = await startedCopy();
  const later = await copyCommand(source.connection, target.connection);
  expect(later).toEqual({ code: 1, output: expect.stringMatching(/is in use, perhaps by another copy/) });
  await goOn();
  expect(await ended).toMatchObject({ code: 0 });
});
