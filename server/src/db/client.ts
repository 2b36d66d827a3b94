import { createHash } from 'node:crypto';
import pg from 'pg';
import { systemClock } from '../core/clock.ts';
import { currentActor, isAudited } from './acting-as.ts';
import { asDatabaseFailure, isLostRace, isUnableToStore } from './errors.ts';

/** Runs statements: the pool or one transaction. */
export interface Executor {
  /** Runs SQL text. `Row` is asserted by the caller, not checked. */
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a script of several statements without parameters. */
  script(text: string): Promise<void>;
  /** Runs `work` after the commit, never after a rollback. It must not throw. */
  afterCommit(work: () => void): void;
  /** Runs `work` after a definite rollback, but not if the outcome of the commit is unknown. It must not throw. */
  afterRollback(work: () => void): void;
}

export interface Transaction extends Executor {
  /** Removes the statement timeout for the rest of the transaction. */
  withoutTimeLimit(): Promise<void>;
}

export interface Database extends Executor {
  /**
   * Commits when `work` resolves, rolls back when it throws. Inside, use only the executor it gets. A transaction
   * that PostgreSQL aborted (deadlock, serialization) runs again, so `work` may run several times.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Reserves one connection while `work` runs, for example for temporary tables. */
  session<Result>(work: (session: Session) => Promise<Result>): Promise<Result>;
  /** Checks that the database answers; when `signal` aborts first, the connection is closed. */
  ping(signal: AbortSignal): Promise<void>;
  /** The pool itself, for the job runner. */
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** One reserved connection, with or without a transaction. */
export type Session = Executor & Pick<Database, 'transaction'>;

// bigint ids stay below 2^53, so they are numbers everywhere.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

const POOL: pg.PoolConfig = {
  max: 10,
  // Limits the wait for a connection, for a statement, and for a server that vanished from the network.
  connectionTimeoutMillis: 10_000,
  statement_timeout: 60_000,
  // Longer than the server's own statement_timeout, for servers that hang and answers that are lost.
  query_timeout: 65_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};

/**
 * Opens a connection pool. Every statement is prepared under a name made from its text, so its plan is kept per
 * connection. Timestamps arrive as `Date`; where microseconds matter, the SQL formats them as text. Rejects with
 * `DatabaseUnavailableError` when the database cannot be reached.
 * @param onUnableToStore called for every failure to write, for example on a full disk
 */
export function openDatabase(
  connection: pg.PoolConfig,
  onIdleError: (error: Error) => void,
  onUnableToStore?: () => void,
): Database {
  const pool = new pg.Pool({ ...POOL, ...connection, types, Client: PunctualClient });
  pool.on('error', onIdleError);
  // A connection that breaks while in use emits here; its query fails as well.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const notice = noticing(onUnableToStore);
  const transaction: Database['transaction'] = (work) =>
    notice(() => untilItWins(() => lent(pool, (loan) => inTransaction(loan, work))));
  const session: Database['session'] = (work) =>
    notice(() => onceOnly(() => lent(pool, (loan) => inSession(loan, work))));
  const ping: Database['ping'] = (signal) => onceOnly(() => answered(pool, signal));
  const single = alone(pool, (attempt) => notice(() => untilItWins(attempt)));
  const named = namingActor(single, transaction);
  return { pool, ...named, transaction, session, ping, close: () => pool.end() };
}

/** Runs each statement in its own transaction. */
function alone(client: pg.Pool | pg.PoolClient, runner: Runner = untilItWins): Executor {
  return {
    ...executorOf(client, runner),
    afterCommit: (work) => work(),
    afterRollback: () => undefined,
  };
}

/** Runs audited statements of an actor in separate transactions, because the actor is a setting of transactions. */
function namingActor(single: Executor, transaction: Database['transaction']): Executor {
  return {
    ...single,
    query: <Row>(text: string, values?: readonly unknown[]): Promise<Row[]> =>
      currentActor() !== null && isAudited(text)
        ? transaction((inside) => inside.query<Row>(text, values))
        : single.query<Row>(text, values),
  };
}

/** Runs a statement or transaction, with or without retrying lost races. */
type Runner = <Result>(attempt: () => Promise<Result>) => Promise<Result>;

const RERUNS = 3;
const PAUSE_MS = 20;

const untilItWins: Runner = async (attempt) => {
  for (let lost = 0; ; lost += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLostRace(error) || lost >= RERUNS) throw asDatabaseFailure(error);
      // Back off, so that retries don't deadlock again.
      await systemClock.sleep((1 + Math.random()) * PAUSE_MS * 2 ** lost);
    }
  }
};

function noticing(onUnableToStore: (() => void) | undefined): Runner {
  if (onUnableToStore === undefined) return (attempt) => attempt();
  return async (attempt) => {
    try {
      return await attempt();
    } catch (error) {
      if (isUnableToStore(error)) onUnableToStore();
      throw error;
    }
  };
}

/** No retries: side effects outside of a transaction cannot be repeated. */
const onceOnly: Runner = async (attempt) => {
  try {
    return await attempt();
  } catch (error) {
    throw asDatabaseFailure(error);
  }
};

/** No retries inside a transaction: a failed statement has already aborted it. */
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
  };
}

async function answered(pool: pg.Pool, signal: AbortSignal): Promise<void> {
  const late = Promise.withResolvers<never>();
  const asked = lent(pool, async ({ client }) => {
    // A connection that arrived too late goes back to the pool.
    if (signal.aborted) return;
    const giveUp = (): void => void (client instanceof PunctualClient && client.giveUp());
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      await client.query('select 1');
    } finally {
      signal.removeEventListener('abort', giveUp);
    }
  });
  const refuse = (): void => late.reject(signal.reason);
  signal.addEventListener('abort', refuse, { once: true });
  try {
    await Promise.race([asked, late.promise]);
  } finally {
    signal.removeEventListener('abort', refuse);
    asked.catch(() => undefined);
  }
}

/** A reserved connection: returned to the pool, or closed if its state is unknown. */
interface Loan {
  client: pg.PoolClient;
  broken: Error | undefined;
}

async function lent<Result>(pool: pg.Pool, work: (loan: Loan) => Promise<Result>): Promise<Result> {
  const loan: Loan = { client: await pool.connect(), broken: undefined };
  try {
    return await work(loan);
  } finally {
    loan.client.release(loan.broken);
  }
}

async function inSession<Result>(loan: Loan, work: (session: Session) => Promise<Result>): Promise<Result> {
  const transaction: Session['transaction'] = (inner) => untilItWins(() => inTransaction(loan, inner));
  try {
    return await work({ ...namingActor(alone(loan.client), transaction), transaction });
  } finally {
    await tidied(loan, 'discard temp');
  }
}

async function tidied(loan: Loan, statement: string): Promise<void> {
  await loan.client.query(statement).catch((failure: Error) => {
    loan.broken = failure;
  });
}

async function inTransaction<Result>(
  loan: Loan,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  const { client } = loan;
  const onCommit: (() => void)[] = [];
  const onRollback: (() => void)[] = [];
  let mayBeCommitted = false;
  try {
    await client.query(beginning(currentActor()));
    const afterCommit = (work: () => void): void => void onCommit.push(work);
    const afterRollback = (work: () => void): void => void onRollback.push(work);
    const withoutTimeLimit = async (): Promise<void> => {
      await client.query('set local statement_timeout = 0');
      setPatience(client, true);
    };
    const result = await work({
      ...executorOf(client, asItIs),
      afterCommit,
      afterRollback,
      withoutTimeLimit,
    });
    mayBeCommitted = true;
    await client.query('commit');
    for (const tell of onCommit) tell();
    return result;
  } catch (error) {
    await tidied(loan, 'rollback');
    if (!mayBeCommitted) for (const tell of onRollback) tell();
    throw error;
  } finally {
    setPatience(client, false);
  }
}

/** Begins a transaction that names its actor, in one round trip. */
function beginning(actor: string | null): string {
  if (actor === null) return 'begin';
  return `begin; select set_config('parley.actor', ${pg.escapeLiteral(actor)}, true)`;
}

function setPatience(client: pg.PoolClient, isPatient: boolean): void {
  if (client instanceof PunctualClient) client.isPatient = isPatient;
}

/** Statement texts are constants of our source; beyond this number they run without a name. */
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

/**
 * A connection that destroys itself when a statement gets no answer within `query_timeout` milliseconds, because a
 * hanging server does not enforce its own `statement_timeout`. After the driver's own timeout, the statement would stay
 * on the connection and block later ones.
 */
class PunctualClient extends pg.Client {
  /** True while new statements have no time limit. */
  isPatient = false;
  readonly #limitMs: number;

  constructor(config: pg.ClientConfig = {}) {
    // Spreading would lose the password, which the pool makes non-enumerable.
    const all = Object.getOwnPropertyDescriptors(config);
    super(Object.defineProperties({}, { ...all, query_timeout: { value: 0 } }));
    this.#limitMs = config.query_timeout ?? 0;
  }

  // allow any: the driver describes this by six overloads, whose arguments and answers pass through as they are
  // biome-ignore lint/suspicious/noExplicitAny: see above.
  override query(...given: any[]): any {
    if (this.isPatient || this.#limitMs === 0) return Reflect.apply(super.query, this, given);
    const timer = setTimeout(() => this.giveUp(), this.#limitMs);
    const answered = (): void => clearTimeout(timer);
    const callback: unknown = given.at(-1);
    if (typeof callback === 'function') {
      const tell = (...answer: unknown[]): void => {
        answered();
        Reflect.apply(callback, undefined, answer);
      };
      return Reflect.apply(super.query, this, [...given.slice(0, -1), tell]);
    }
    const answer = Reflect.apply(super.query, this, given);
    answer.then(answered, answered);
    return answer;
  }

  /** Destroys the connection. Pending queries fail as after a network error. */
  giveUp(): void {
    // Without a code such as ETIMEDOUT, for which graphile-worker waits up to two minutes before it tries again.
    this.connection.stream.destroy(new Error('Connection terminated: the database has not answered in time'));
  }
}
