import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import { systemClock } from '../core/clock.ts';
import { asDatabaseFailure, isLostRace } from './errors.ts';

/** Anything that runs statements: the pool, or one transaction. */
export interface Executor {
  /** Runs SQL text; the caller states the row's shape, which is what the statement selects. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>;
  /** Runs a built query. */
  run<Row>(query: { compile(): CompiledQuery<Row> }): Promise<Row[]>;
  /** Runs `work` once what was written so far is committed; never when it is rolled back. It must not throw. */
  afterCommit(work: () => void): void;
  /**
   * Runs `work` once what was written so far is certainly undone: not when the answer to a commit was lost. It must not
   * throw.
   */
  afterRollback(work: () => void): void;
}

export interface Database extends Executor {
  /**
   * Commits when `work` resolves, rolls back when it throws. Inside, use only the executor it gets. A transaction
   * that PostgreSQL ended for another one (deadlock, serialisation) runs again, so `work` may run several times.
   */
  transaction<Result>(work: (transaction: Executor) => Promise<Result>): Promise<Result>;
  /** The pool itself, for the job runner. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

// bigint ids stay below 2^53, so they are numbers everywhere.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

const POOL: pg.PoolConfig = {
  max: 10,
  // Nobody waits without end: for a connection, for a statement, or for a server that vanished from the network.
  connectionTimeoutMillis: 10_000,
  statement_timeout: 60_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/**
 * Opens a pool of connections. Every statement is prepared under a name made from its text, so its plan is
 * kept per connection. Timestamps arrive as `Date`; where microseconds matter the SQL renders them.
 * A database that cannot be reached is a `DatabaseUnavailableError`.
 */
export function openDatabase(connection: pg.PoolConfig, onIdleError: (error: Error) => void): Database {
  const pool = new pg.Pool({ ...POOL, ...connection, types });
  pool.on('error', onIdleError);
  // A connection that breaks while it is lent out reports here; its query fails as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    pool,
    ...executorOf(pool, untilItWins),
    // Every statement of the pool is a transaction by itself.
    afterCommit: (work) => work(),
    afterRollback: () => undefined,
    transaction: (work) => untilItWins(() => inTransaction(pool, work)),
    close: () => pool.end(),
  };
}

/** A typed query builder that only writes SQL; an `Executor` runs it. */
export function queryBuilder<Tables>(): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}

/** How a statement or transaction is run: as it is, or so that it survives a race with another. */
type Runner = <Result>(attempt: () => Promise<Result>) => Promise<Result>;

const RERUNS = 3;
const PAUSE_MS = 20;

const untilItWins: Runner = async (attempt) => {
  for (let lost = 0; ; lost += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostRace(error) || lost >= RERUNS) throw asDatabaseFailure(error);
      // The winner goes on first: who runs again at once may take what it waits for, and both meet again.
      await systemClock.sleep((1 + Math.random()) * PAUSE_MS * 2 ** lost);
    }
  }
};

/** Inside a transaction a failed statement has ended the whole. */
const asItIs: Runner = (attempt) => attempt();

function executorOf(
  client: pg.Pool | pg.PoolClient,
  runner: Runner,
): Omit<Executor, 'afterCommit' | 'afterRollback'> {
  const query = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> => {
    const statement = { ...statementName(text), text, values: [...values] };
    return runner(async () => (await client.query<Row & pg.QueryResultRow>(statement)).rows);
  };
  return {
    query,
    script: (text) =>
      runner(async () => {
        await client.query(text);
      }),
    run: <Row>(built: { compile(): CompiledQuery<Row> }) => {
      const { sql, parameters } = built.compile();
      return query<Row>(sql, parameters);
    },
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (transaction: Executor) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  const onCommit: (() => void)[] = [];
  const onRollback: (() => void)[] = [];
  let mayBeCommitted = false;
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const afterCommit = (work: () => void): void => void onCommit.push(work);
    const afterRollback = (work: () => void): void => void onRollback.push(work);
    const result = await work({ ...executorOf(client, asItIs), afterCommit, afterRollback });
    mayBeCommitted = true;
    await client.query('commit');
    for (const tell of onCommit) tell();
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    if (!mayBeCommitted) for (const tell of onRollback) tell();
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Texts come from our own source, so their number is bounded; past the bound they run unnamed. */
const MAX_NAMES = 1000;
const names = new Map<string, string>();

function statementName(text: string): { name?: string } {
  const known = names.get(text);
  if (known !== undefined) return { name: known };
  if (names.size >= MAX_NAMES) return {};
  const name = createHash('sha1').update(text).digest('hex');
  names.set(text, name);
  return { name };
}
