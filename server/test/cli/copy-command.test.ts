import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../src/db/embedded/testing/embedded-kit.ts';
import { runCommand, runCommandWith } from '../kit/command-line.ts';
import {
  accountCount,
  copyCommand,
  enterProcess,
  insertAccount,
  onDatabase,
} from '../kit/copy/copied-databases.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

let source: TestDatabase;
let target: TestDatabase;
beforeEach(async () => {
  source = await cloneDatabase();
  target = await cloneDatabase();
});
afterEach(async () => {
  await source.drop();
  await target.drop();
});

const copy = (): ReturnType<typeof copyCommand> => copyCommand(source.connection, target.connection);

describe('an invalid target address is refused with a reason', () => {
  test.each([
    ['no --to', [], /--to is missing/],
    [
      'a host name only',
      ['--to', 'db.example.com'],
      /--to must be the URL of a database, such as postgresql:/,
    ],
    ['another protocol', ['--to', 'mysql://a:b@127.0.0.1/parley'], /--to must be the URL/],
    ['no database name', ['--to', 'postgresql://a:b@127.0.0.1:5432'], /--to must be the URL/],
    [
      'an unreachable server',
      ['--to', 'postgresql://ana:pass-4711@127.0.0.1:9/parley'],
      /ECONNREFUSED.*Check --to/,
    ],
  ])('%s', async (_, parameters, expected) => {
    const { code, output } = await runCommand(['copy', ...parameters], source.connection);
    expect([code, output]).toEqual([1, expect.stringMatching(expected)]);
    expect(output).not.toMatch(/ {4}at |pass-4711/);
  });

  test('a database that does not exist', async () => {
    const { code, output } = await copyCommand(source.connection, {
      ...target.connection,
      database: 'no_such_database',
    });
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/"no_such_database" does not exist.*create database.*--to/),
    ]);
  });

  test('the source itself, in any notation', async () => {
    await insertAccount(source.connection);
    const url = connectionUrl(source.connection).replace('postgres:', 'postgresql:');
    const { code, output } = await runCommand(['copy', '--to', url], source.connection);
    expect([code, output]).toEqual([1, expect.stringContaining('is the database to copy from')]);
  });
});

describe('a target that is not empty is refused and stays unchanged', () => {
  test('when it contains accounts', async () => {
    await insertAccount(source.connection);
    await insertAccount(target.connection);
    await insertAccount(target.connection);
    const { code, output } = await copy();
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/already contains a Parley installation with accounts.*Use an empty database/),
    ]);
    expect(await accountCount(target.connection)).toBe(2);
  });

  test.each([
    ['tables', 'create table migrations (id integer); create table orders (id integer)'],
    ['a list of migrations', 'create table migrations (name text)'],
    [
      'the same job queue',
      'create schema graphile_worker; create table graphile_worker._private_jobs (id bigint)',
    ],
  ])('when it contains %s of another program', async (_, theirs) => {
    await onDatabase(
      target.connection,
      `drop schema public, graphile_worker cascade; create schema public; ${theirs}`,
    );
    const { code, output } = await copy();
    expect([code, output]).toEqual([1, expect.stringMatching(/contains tables of another program/)]);
    const users = `select to_regclass('users') as users`;
    expect(await onDatabase(target.connection, users)).toEqual([{ users: null }]);
  });

  test('when a process runs on it', async () => {
    await enterProcess(target.connection);
    const { code, output } = await copy();
    expect([code, output]).toEqual([1, expect.stringMatching(/Parley runs on .*process 4711 on elsewhere/)]);
  });
});

describe('an unsuitable source is refused and stays unchanged', () => {
  test('when a process runs on it', async () => {
    await enterProcess(source.connection);
    const { code, output } = await copy();
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/Parley runs on .*process 4711 on elsewhere.*Stop it/),
    ]);
  });

  test.each([
    ['its schema is older', /^0225/, /is older than this version.*Start this version/],
    ['its indexes are not built', /^0230/, /Indexes of .* are not built yet/],
  ])('when %s', async (_case, missing, message) => {
    const applied = 'select name from migrations order by name';
    const names = await onDatabase<{ name: string }>(source.connection, applied);
    const left = names.filter(({ name }) => !missing.test(name));
    expect(left).toHaveLength(names.length - 1);
    await onDatabase(source.connection, `delete from migrations where name ~ '${missing.source}'`);
    const { code, output } = await copy();
    expect([code, output]).toEqual([1, expect.stringMatching(message)]);
    expect(await onDatabase(source.connection, applied)).toEqual(left);
  });

  test('when it was never started, or its job queue has another version', async () => {
    const message = expect.stringMatching(/schema of the source is from another version.*Start this/);
    await onDatabase(source.connection, 'delete from graphile_worker.migrations where id = 1');
    expect(await copy()).toEqual({ code: 1, output: message });
    await onDatabase(source.connection, 'drop schema graphile_worker cascade');
    expect(await copy()).toEqual({ code: 1, output: message });
  });

  test('when its tables were changed', async () => {
    await onDatabase(source.connection, 'alter table tools add column theirs text');
    const { code, output } = await copy();
    expect([code, output]).toEqual([1, expect.stringContaining('The table public.tools differs from')]);
  });

  test('when its ledger does not explain a balance', async () => {
    const id = await insertAccount(source.connection);
    await onDatabase(source.connection, 'update users set balance_micros = 1 where id = $1', [id]);
    const { code, output } = await copy();
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/the balances of .*@example.com do not match their rows.*Nothing was copied/s),
    ]);
    expect(await accountCount(target.connection)).toBe(0);
  });

  test('when the data folder has no database', async () => {
    const folder = await temporaryFolder();
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const to = connectionUrl(target.connection);
    const { code, output } = await runCommandWith(['copy', '--to', to], { PARLEY_DATA: folder });
    expect([code, output]).toEqual([1, expect.stringMatching(/no embedded database in .*Set PARLEY_DATA/)]);
  });
});

test('tables of other programs are reported and not copied', async () => {
  await onDatabase(source.connection, 'create table "Their orders" as select 1 as id');
  const { code, output } = await copy();
  expect([code, output]).toEqual([
    0,
    expect.stringContaining(`Not copied, because they do not belong to Parley: public."Their orders".`),
  ]);
});

test('the copy reports which secret key it needs, and whether that key is set', async () => {
  expect((await copy()).output).toContain('PARLEY_SECRET_KEY as set here');
  await onDatabase(
    source.connection,
    `insert into installation (name, value) values ('secret_key_fingerprint', 'of another key')`,
  );
  expect((await copy()).output).toContain('of the old processes, which differs from the one here');
});
