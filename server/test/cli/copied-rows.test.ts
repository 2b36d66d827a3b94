import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runCommandWith } from '../kit/command-line.ts';
import { copyCommand, guardsOf, insertAccount, onDatabase, rowsOf } from '../kit/copy/copied-databases.ts';
import { ODD_TABLE, ODD_VALUES } from '../kit/copy/odd-values.ts';
import { MAY_START_SERVER, startServerPostgres } from '../kit/server-postgres.ts';
import { connectionUrl } from '../kit/server-process.ts';
import { cloneDatabase, type TestDatabase } from '../kit/test-server.ts';

let source: TestDatabase;
let back: TestDatabase;
beforeEach(async () => {
  source = await cloneDatabase();
  back = await cloneDatabase();
});
afterEach(async () => {
  await source.drop();
  await back.drop();
});

const nextIds = (connection: pg.ClientConfig): Promise<unknown[]> =>
  onDatabase(
    connection,
    `with account as (
       insert into users (name, email) values ('Ion', 'ion@example.com') returning id),
     odd as (insert into oddities default values returning id)
     select account.id as account, odd.id as odd from account, odd`,
  );

/** Inserts two accounts, one of them deleted, and jobs of a dead process. */
async function fill(connection: pg.ClientConfig): Promise<void> {
  await insertAccount(connection);
  await onDatabase(connection, 'delete from users where id = $1', [await insertAccount(connection)]);
  await onDatabase(connection, ODD_VALUES);
  await onDatabase(
    connection,
    `select graphile_worker.add_job('send', '{"to": "\\u00e9"}', queue_name := 'sms', job_key := 'first'),
       graphile_worker.add_job('send', '{}', run_at := 'infinity')`,
  );
  await onDatabase(
    connection,
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead', attempts = 1 where key = 'first'`,
  );
  await onDatabase(
    connection,
    `update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'dead'`,
  );
  await onDatabase(
    connection,
    `insert into rate_counters select (jsonb_populate_record(null::rate_counters, '{"key": "a", "window_number": 1, "used": 1, "expires_at": "now"}')).*`,
  );
  await onDatabase(
    connection,
    `insert into processes (id, role, host, pid, beat_at) values (gen_random_uuid(), 'all', 'here', 1, '-infinity')`,
  );
}

describe.runIf(MAY_START_SERVER)(
  'rows copied from a newer PostgreSQL to an older one with an ordinary role',
  () => {
    test('are the same, even after they are copied back', async () => {
      const server = await startServerPostgres();
      const target = await server.database();
      expect(await copyCommand(source.connection, target)).toMatchObject({ code: 0 });
      for (const one of [source.connection, target, back.connection]) await onDatabase(one, ODD_TABLE);
      await fill(source.connection);
      const jobs = `update graphile_worker._private_jobs set locked_at = null, locked_by = null`;
      const queues = `update graphile_worker._private_job_queues set locked_at = null, locked_by = null`;

      expect(await copyCommand(source.connection, target)).toMatchObject({ code: 0 });
      expect(await rowsOf(target)).not.toEqual(await rowsOf(source.connection));
      await onDatabase(source.connection, `${jobs}; ${queues}`);
      const rows = await rowsOf(source.connection);
      expect(await rowsOf(target)).toEqual(rows);
      expect(rows).toContainEqual(expect.objectContaining({ name: 'processes', count: 1 }));
      expect(await onDatabase(target, 'select from rate_counters')).toEqual([]);

      expect(await copyCommand(target, back.connection)).toMatchObject({ code: 0 });
      expect(await rowsOf(back.connection)).toEqual(rows);
      const guards = await guardsOf(source.connection);
      for (const one of [target, back.connection]) expect(await guardsOf(one)).toEqual(guards);
      const ids = await nextIds(source.connection);
      for (const one of [target, back.connection]) expect(await nextIds(one)).toEqual(ids);
    });
  },
);

describe.runIf(MAY_START_SERVER)('a target server', () => {
  test('is refused with a reason for its password, encoding and missing privileges', async () => {
    const server = await startServerPostgres();
    const fits = await server.database();
    const latin = await server.database(`template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`);
    const cases = [
      [{ ...fits, password: 'wrong' }, /password authentication failed.*Check user and password in --to/],
      [
        { ...fits, database: 'postgres' },
        /The user owned_\w+ in --to may not create tables in the schema public.*Make it the owner/,
      ],
      [latin, /uses the encoding LATIN1. Create one with UTF8/],
    ] as const;
    for (const [connection, message] of cases) {
      const { code, output } = await copyCommand(source.connection, connection);
      expect([code, output]).toEqual([1, expect.stringMatching(message)]);
      expect(output).not.toContain(String(fits.password));
      expect(output).not.toContain('    at ');
    }
  });

  test('is copied to with the password from the environment when --to has none', async () => {
    const server = await startServerPostgres();
    const { password, ...without } = await server.database();
    const { code, output } = await runCommandWith(['copy', '--to', connectionUrl(without)], {
      DATABASE_URL: connectionUrl(source.connection),
      PGPASSWORD: String(password),
    });
    expect([code, output]).toEqual([0, expect.stringContaining('Copied')]);
  });
});
