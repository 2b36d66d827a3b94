import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../test/kit/test-server.ts';
import { type Database, openDatabase } from './client.ts';
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

/** Both have their first row before either asks for its second. */
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
  test('of two transactions ends well for both', async () => {
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

  test.each(['40001', '40P01'])('that lost a race once (%s) is run again', async (code) => {
    await expect(database.query(raise(code, 1))).resolves.toEqual([]);
  });

  test('that lost several is run again, too', async () => {
    await expect(database.query(raise('40P01', 3))).resolves.toEqual([]);
  });

  test('that keeps losing fails', async () => {
    await expect(database.query(raise('40001', 4))).rejects.toMatchObject({ code: '40001' });
  });

  test('that fails otherwise is run once', async () => {
    await expect(database.query(raise('23505', 1))).rejects.toMatchObject({ code: '23505' });
  });

  test('does not run without end', async () => {
    const [row] = await database.query<{ statement_timeout: string }>('show statement_timeout');
    expect(row?.statement_timeout).toBe('1min');
  });
});

describe('a database that cannot be reached', () => {
  test('is told from a statement that fails', async () => {
    const nowhere = openDatabase({ ...own.connection, host: '127.0.0.1', port: 1 }, () => undefined);
    await expect(nowhere.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailableError);
    const work = nowhere.transaction((transaction) => transaction.query('select 1'));
    await expect(work).rejects.toBeInstanceOf(DatabaseUnavailableError);
    await nowhere.close();
    await expect(database.query('select nothing')).rejects.not.toBeInstanceOf(DatabaseUnavailableError);
  });

  test('is one that ends the connection under a statement', async () => {
    const ended = database.query('select pg_terminate_backend(pg_backend_pid())');
    await expect(ended).rejects.toBeInstanceOf(DatabaseUnavailableError);
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('a session', () => {
  test('keeps its temporary tables to itself, and leaves none behind', async () => {
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

  test('that fails gives its connection back', async () => {
    for (let count = 0; count < 12; count += 1) {
      const failed = database.session(async (session) => {
        await session.script('create temporary table kept (id integer)');
        await session.transaction((transaction) => transaction.query('select 1 / 0'));
      });
      await expect(failed).rejects.toThrow('division by zero');
    }
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('without a database is refused as such', async () => {
    const nowhere = openDatabase({ host: '127.0.0.1', port: 1 }, () => undefined);
    await expect(nowhere.session(async () => undefined)).rejects.toThrow(DatabaseUnavailableError);
    await nowhere.close();
  });
});
