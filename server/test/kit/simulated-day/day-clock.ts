import pg from 'pg';
import { type Clock, systemClock } from '../../../src/core/clock.ts';
import { cloneDatabase, type TestDatabase } from '../test-server.ts';

/** One simulated time for a server and its database. Sleeps are real; `advance` skips the hours between two events. */
export interface DayClock {
  clock: Clock;
  database: TestDatabase;
  /** Moves the time of the server and of the database. Call it while nothing is in progress. */
  advance(byMs: number): Promise<void>;
}

/** Hides `clock_timestamp` of PostgreSQL, also in the defaults of columns, which were bound when the tables were made. */
const SHIFTED_CLOCK = `
  create schema simulated;
  create table simulated.shift (milliseconds bigint not null);
  insert into simulated.shift values (0);
  create function simulated.clock_timestamp() returns timestamptz language sql volatile as $$
    select pg_catalog.clock_timestamp() + milliseconds * interval '1 millisecond' from simulated.shift $$;
  do $$ declare bound record; begin
    for bound in
      select adrelid::regclass as owner, attname as name, pg_get_expr(adbin, adrelid) as value
      from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
      where pg_get_expr(adbin, adrelid) = 'clock_timestamp()'
    loop
      execute format('alter table %s alter column %I set default simulated.clock_timestamp()', bound.owner, bound.name);
    end loop;
  end $$`;

export async function startDayClock(): Promise<DayClock> {
  const plain = await cloneDatabase();
  const own = new pg.Client(plain.connection);
  await own.connect();
  await own.query(SHIFTED_CLOCK);
  let shiftMs = 0;
  const options = '-c search_path=simulated,public,pg_catalog -c synchronous_commit=off';
  return {
    clock: {
      now: () => new Date(systemClock.now().getTime() + shiftMs),
      monotonicMs: () => systemClock.monotonicMs() + shiftMs,
      sleep: systemClock.sleep,
    },
    database: {
      connection: { ...plain.connection, options },
      drop: async () => {
        await own.end();
        await plain.drop();
      },
    },
    advance: async (byMs) => {
      shiftMs += byMs;
      await own.query('update simulated.shift set milliseconds = $1', [shiftMs]);
    },
  };
}
