import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { eventually } from '../../test/kit/eventually.ts';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { type Database, type Executor, openDatabase } from './client.ts';
import { DatabaseUnavailableError } from './errors.ts';

let own: TestDatabase;
let database: Database;

beforeAll(async () => {
  own = await cloneDatabase();
  database = openDatabase(own.connection, () => undefined);
  await database.script('create table places (id integer primary key, taken integer not null)');
  await database.script('create sequence attempts');
});
afterAll(async () => {
  await database.close();
  await own.drop();
});
beforeEach(() => database.script('truncate places; insert into places values (1, 0), (2, 0)'));

/** A barrier: both transactions lock their first row before either asks for its second. */
function meeting(): () => Promise<void> {
  let arrived = 0;
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return async () => {
    arrived += 1;
    if (arrived === 2) open();
    await opened;
  };
}

describe('a deadlock', () => {
  test('is resolved by a retry', async () => {
    const meet = meeting();
    const take = (first: number, second: number): Promise<void> =>
      database.transaction(async (transaction) => {
        await transaction.query('update places set taken = taken + 1 where id = $1', [first]);
        await meet();
        await transaction.query('update places set taken = taken + 1 where id = $1', [second]);
      });
    await Promise.all([take(1, 2), take(2, 1)]);
    expect(await database.query('select taken from places order by id')).toEqual([
      { taken: 2 },
      { taken: 2 },
    ]);
  });
});

describe('a statement', () => {
  const raise = (code: string, times: number): string =>
    `do $$ begin if nextval('attempts') <= ${times} then raise exception using errcode = '${code}'; end if; end $$`;

  beforeEach(() => database.script('alter sequence attempts restart'));

  test.each(['40001', '40P01'])('is retried after one lost race (%s)', async (code) => {
    await expect(database.query(raise(code, 1))).resolves.toEqual([]);
  });

  test('is retried after several lost races', async () => {
    await expect(database.query(raise('40P01', 3))).resolves.toEqual([]);
  });

  test('fails when it keeps losing races', async () => {
    await expect(database.query(raise('40001', 4))).rejects.toMatchObject({ code: '40001' });
  });

  test('is not retried after other failures', async () => {
    await expect(database.query(raise('23505', 1))).rejects.toMatchObject({ code: '23505' });
  });

  test('has a time limit', async () => {
    const [row] = await database.query<{ statement_timeout: string }>('show statement_timeout');
    expect(row?.statement_timeout).toBe('1min');
  });
});

describe('a database that cannot be reached', () => {
  test('is distinguished from a failed statement', async () => {
    const nowhere = openDatabase({ ...own.connection, host: '127.0.0.1', port: 1 }, () => undefined);
    await expect(nowhere.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailableError);
    const work = nowhere.transaction((transaction) => transaction.query('select 1'));
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await nowhere.close();
    await expect(database.query('select nothing')).rejects.not.toBeInstanceOf(DatabaseUnavailableError);
  });

  test('is reported when a connection ends during a statement', async () => {
    const ended = database.query('select pg_terminate_backend(pg_backend_pid())');
    await expect(ended).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

// SIGSTOP needs the backend processes on this machine, which is certain only for this run's own server.
describe.runIf(inject('postgres').host?.startsWith('/'))('a server that hangs', () => {
  const LIMIT_MS = 1000;
  let hanging: Database;
  const stopped: number[] = [];

  beforeEach(() => {
    hanging = openDatabase({ ...own.connection, max: 1, query_timeout: LIMIT_MS }, () => undefined);
  });
  afterEach(async () => {
    for (const pid of stopped) process.kill(pid, 'SIGCONT');
    await hanging.close();
    // The backends notice that their client is gone and roll back.
    await eventually(
      () => database.query('select from pg_stat_activity where pid = any($1)', [stopped.splice(0)]),
      (left) => left.length === 0,
    );
  });

  async function hang(executor: Executor): Promise<void> {
    const [row] = await executor.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (row === undefined) throw new Error('The backend has no number.');
    process.kill(row.pid, 'SIGSTOP');
    stopped.push(row.pid);
  }

  async function isWellAgain(): Promise<void> {
    // The pool has a single slot, so this succeeds only if the hanging connection was removed.
    expect(await hanging.query('select 1 as one')).toEqual([{ one: 1 }]);
  }

  test('makes a statement time out', async () => {
    await hang(hanging);
    await expect(hanging.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await isWellAgain();
  });

  test('makes BEGIN time out', async () => {
    await hang(hanging);
    const begun = hanging.transaction(() => Promise.reject(new Error('It has begun.')));
    await expect(begun).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await isWellAgain();
  });

  test('makes a transaction time out once and report a rollback', async () => {
    const told: string[] = [];
    const work = hanging.transaction(async (transaction) => {
      transaction.afterRollback(() => told.push('undone'));
      await transaction.query('update places set taken = 7');
      await hang(transaction);
      await transaction.query('select 1');
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(told).toEqual(['undone']);
    await isWellAgain();
  });

  test('leaves it unknown whether a commit succeeded', async () => {
    const told: string[] = [];
    const work = hanging.transaction(async (transaction) => {
      transaction.afterCommit(() => told.push('committed'));
      transaction.afterRollback(() => told.push('undone'));
      await hang(transaction);
    });
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(told).toEqual([]);
    await isWellAgain();
  });

  test('makes ping time out', async () => {
    await hang(hanging);
    const patience = new AbortController();
    hanging.pool.once('acquire', () => setImmediate(() => patience.abort(new Error('enough'))));
    const asked = hanging.ping(patience.signal);
    await expect(asked).rejects.toThrow('enough');
    await isWellAgain();
    await expect(hanging.ping(new AbortController().signal)).resolves.toBeUndefined();
  });
});

describe('withoutTimeLimit', () => {
  const SLOW = 'select pg_sleep(1.2)';

  test('applies only to its transaction', async () => {
    const hasty = openDatabase({ ...own.connection, max: 1, query_timeout: 1000 }, () => undefined);
    await hasty.transaction(async (transaction) => {
      await transaction.withoutTimeLimit();
      await transaction.query(SLOW);
      expect(await transaction.query('show statement_timeout')).toEqual([{ statement_timeout: '0' }]);
    });
    await expect(hasty.query(SLOW)).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await hasty.close();
  });
});

describe('a session', () => {
  test('has private temporary tables and drops them at its end', async () => {
    const make = 'create temporary table kept (id integer)';
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        database.session(async (session) => {
          await session.script(make);
          await session.transaction((transaction) =>
            transaction.query('insert into kept values ($1)', [index]),
          );
          expect(await session.query('select id from kept')).toEqual([{ id: index }]);
        }),
      ),
    );
    await Promise.all(
      Array.from({ length: 12 }, () => expect(database.query('select from kept')).rejects.toThrow('kept')),
    );
  });

  test('returns its connection after a failure', async () => {
    for (let count = 0; count < 12; count += 1) {
      const failed = database.session(async (session) => {
        await session.script('create temporary table kept (id integer)');
        await session.transaction((transaction) => transaction.query('select 1 / 0'));
      });
      await expect(failed).rejects.toThrow('division by zero');
    }
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('fails as unavailable without a database', async () => {
    const nowhere = openDatabase({ host: '127.0.0.1', port: 1 }, () => undefined);
    await expect(nowhere.session(async () => undefined)).rejects.toThrow(DatabaseUnavailableError);
    await nowhere.close();
  });
});
