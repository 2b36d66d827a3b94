import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { AppError, messageOf } from '../../core/errors.ts';
import type { Executor } from '../client.ts';
import { asDatabaseFailure } from '../errors.ts';
import { copyFailure } from './copy-failure.ts';
import { readSequences, requireUnmoved, restartSequences } from './sequences.ts';
import { compareTables, copyStatements, readTables, SCHEMAS, type Table } from './tables.ts';

/** A copied table with its row count and size as text, in bytes. */
export interface CopiedTable extends Copied {
  name: string;
}

export interface CopyRequest {
  source: pg.ClientConfig;
  /** Must be migrated to this version and contain no accounts. */
  target: pg.ClientConfig;
  /** Aborting cancels the copy and leaves the target empty. */
  signal: AbortSignal;
  onTable(table: CopiedTable): void;
  /** Checks the copy before the commit; throwing rolls it back. */
  beforeCommit(target: Pick<Executor, 'query'>): Promise<void>;
}

export interface CopyResult {
  tables: CopiedTable[];
  /** Tables of the source that are not Parley's and were not copied. */
  leftOut: string[];
}

/** How long to wait for locks that other sessions hold in the target. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Copies every row from one snapshot of the source into the target, in one transaction.
 * The source is not modified.
 * @throws AppError with advice; nothing was copied then
 */
export async function copyInstallation(request: CopyRequest): Promise<CopyResult> {
  try {
    return await withSessions(request, (sides) => copyInTransaction(sides, request));
  } catch (error) {
    throw copyFailure(error, request.signal);
  }
}

interface Sides {
  source: CopySession;
  target: CopySession;
}

/** Closes both sessions before it rethrows, so that the next copy does not wait for their locks. */
async function withSessions<Result>(
  { source: from, target: into, signal }: CopyRequest,
  work: (sides: Sides) => Promise<Result>,
): Promise<Result> {
  const source = await openCopySession(from, signal);
  try {
    const target = await openCopySession(into, signal);
    try {
      return await work({ source, target });
    } catch (error) {
      await target.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      await target.end();
    }
  } finally {
    await source.end();
  }
}

async function copyInTransaction({ source, target }: Sides, request: CopyRequest): Promise<CopyResult> {
  // Sequences are not part of the snapshot. Reading them first reveals writes that come later.
  const sequences = await readSequences(source);
  await source.query('begin isolation level repeatable read read only');
  await requireSameSteps(source, target);
  const tables = await readTables(target);
  const leftOut = compareTables(await readTables(source), tables);
  await target.query('begin');
  await target.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await requireNoAccounts(target);
  const kept = tables.filter(({ isUnlogged }) => !isUnlogged);
  const copied: CopiedTable[] = [];
  await withBareTables(target, tables, async () => {
    await target.query(`truncate ${tables.map(({ name }) => name).join(', ')}`);
    for (const table of kept) copied.push(await copyTable({ source, target }, table, request.onTable));
  });
  await restartSequences(target, sequences);
  await compareCounts(source, target, kept);
  await request.beforeCommit(target);
  requireUnmoved(sequences, await readSequences(source));
  await commit(target);
  // Without statistics PostgreSQL would plan for empty tables until autovacuum runs.
  await target.query(`analyze ${tables.map(({ name }) => name).join(', ')}`).catch(() => undefined);
  return { tables: copied, leftOut };
}

/** Runs under the lock that the copy holds until its end, so a second copy into the same target is refused. */
async function requireNoAccounts(target: CopySession): Promise<void> {
  await target.query('lock table public.users in access exclusive mode');
  const accounts = await target.query('select from public.users limit 1');
  if (accounts.length > 0)
    throw new AppError('conflict', 'Accounts were created in the target during the copy.');
}

async function copyTable(
  { source, target }: Sides,
  table: Table,
  onTable: CopyRequest['onTable'],
): Promise<CopiedTable> {
  const { from, into } = copyStatements(table);
  const done = await pipeCopy({ client: source.client, text: from }, { client: target.client, text: into });
  const copied = { name: table.name, ...done };
  onTable(copied);
  return copied;
}

async function commit(target: CopySession): Promise<void> {
  try {
    await target.query('commit');
  } catch (error) {
    const text = `The target did not confirm the commit (${messageOf(error)}), so the copy may or may not be complete.`;
    const advice =
      'Run the command again: if it refuses because the target has accounts, the copy is complete.';
    throw new AppError('unavailable', `${text} ${advice}`, { cause: error });
  }
}

type Session = Pick<Executor, 'query'>;

/**
 * Runs `work` without foreign keys and triggers, so that rows can be inserted in any order and effects of triggers,
 * which are part of the data, are not repeated. Foreign keys are dropped and added again, which checks all rows: only a
 * superuser could disable them instead. Runs in the caller's transaction.
 */
async function withBareTables(
  target: Session,
  tables: readonly Table[],
  work: () => Promise<void>,
): Promise<void> {
  const keys = await foreignKeys(target);
  for (const { drop } of keys) await target.query(drop);
  for (const { name } of tables) await target.query(`alter table ${name} disable trigger user`);
  await work();
  for (const { add } of keys) await target.query(add);
  for (const { name } of tables) await target.query(`alter table ${name} enable trigger user`);
}

function foreignKeys(target: Session): Promise<{ drop: string; add: string }[]> {
  return target.query(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
       format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(pg_constraint.oid)) as add
     from pg_constraint join pg_namespace on pg_namespace.oid = connamespace
     where contype = 'f' and nspname = any($1) order by conrelid, conname`,
    [SCHEMAS],
  );
}

/** A `COPY` statement and the connection that runs it. */
interface CopyEnd {
  client: pg.Client;
  text: string;
}

interface Copied {
  rowCount: number;
  byteCount: number;
}

/**
 * Streams `COPY … TO STDOUT` of one server into `COPY … FROM STDIN` of another, unchanged.
 * @throws the error of either server; the source session is then still inside its statement
 */
async function pipeCopy(source: CopyEnd, target: CopyEnd): Promise<Copied> {
  let byteCount = 0;
  const counter = new Transform({
    transform: (piece: Buffer, _encoding, done) => {
      byteCount += piece.length;
      done(null, piece);
    },
  });
  const into = target.client.query(copyFrom(target.text));
  await pipeline(source.client.query(copyTo(source.text)), counter, into);
  return { rowCount: into.rowCount, byteCount };
}

/** Compares row counts of all tables. @throws AppError `conflict` when they differ */
export async function compareCounts(
  source: Session,
  target: Session,
  tables: readonly Table[],
): Promise<void> {
  const before = await countRows(source, tables);
  const after = await countRows(target, tables);
  const wrong = tables.filter(({ name }) => before.get(name) !== after.get(name));
  if (wrong.length === 0) return;
  const told = wrong
    .map(({ name }) => `${name} (${before.get(name)} and ${after.get(name)} rows)`)
    .join(', ');
  throw new AppError(
    'conflict',
    `Row counts of the copy differ from the source: ${told}. Nothing was copied.`,
  );
}

async function countRows(session: Session, tables: readonly Table[]): Promise<Map<string, string>> {
  const counts = tables.map(
    ({ name }, index) => `select ${index} as index, count(*)::text as count from ${name}`,
  );
  const rows = await session.query<{ index: number; count: string }>(counts.join(' union all '));
  return new Map(rows.map(({ index, count }) => [tables[index]?.name ?? '', count]));
}

/** @throws AppError `conflict` when the schemas of both sides or of their job queues differ in version */
async function requireSameSteps(source: Session, target: Session): Promise<void> {
  const [before, after] = [await stepsOf(source), await stepsOf(target)];
  if (before === after) return;
  throw new AppError(
    'conflict',
    'The schema of the source is from another version of Parley. Start this version on it once, stop it, then copy.',
  );
}

async function stepsOf(session: Session): Promise<string | null> {
  const [there] = await session.query<{ isThere: boolean }>(
    `select to_regclass('graphile_worker.migrations') is not null as "isThere"`,
  );
  if (there?.isThere !== true) return null;
  const [row] = await session.query<{ steps: string }>(
    `select concat_ws(' ', (select string_agg(name, ' ' order by name) from public.migrations),
       (select string_agg(id::text, ' ' order by id) from graphile_worker.migrations)) as steps`,
  );
  return row?.steps ?? null;
}

/** A dedicated connection without time limits and with the same text format for values on both sides. */
interface CopySession extends Pick<Executor, 'query'> {
  readonly client: pg.Client;
  /** Closes the connection, even during a statement; an open transaction is rolled back. */
  end(): Promise<void>;
}

/** Settings of both sides, which override server and role defaults. Older servers do not know all of them. */
const SETTINGS: Record<string, string> = {
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  transaction_timeout: '0',
  client_encoding: 'UTF8',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  extra_float_digits: '3',
  bytea_output: 'hex',
  // Read rows in physical order from the start.
  synchronize_seqscans: 'off',
};

/** @param signal ends the session when it is aborted */
async function openCopySession(connection: pg.ClientConfig, signal: AbortSignal): Promise<CopySession> {
  signal.throwIfAborted();
  const client = new pg.Client({
    ...connection,
    application_name: 'parley copy',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // The running or next statement fails as well.
  client.on('error', () => undefined);
  const stop = (): Promise<void> => client.end().catch(() => undefined);
  // A client that is ended while connecting emits nothing, so canceling can take up to ten seconds.
  await client.connect().catch((error: unknown) => {
    throw asDatabaseFailure(error);
  });
  signal.addEventListener('abort', stop, { once: true });
  const end = async (): Promise<void> => {
    signal.removeEventListener('abort', stop);
    await stop();
  };
  try {
    signal.throwIfAborted();
    await applySettings(client);
  } catch (error) {
    await end();
    throw error;
  }
  return {
    client,
    query: async <Row>(text: string, values: readonly unknown[] = []) =>
      (await client.query<Row & pg.QueryResultRow>(text, [...values])).rows,
    end,
  };
}

async function applySettings(client: pg.Client): Promise<void> {
  await client.query(
    `select set_config(wanted.key, wanted.value, false)
     from json_each_text($1) as wanted join pg_settings on pg_settings.name = wanted.key`,
    [JSON.stringify(SETTINGS)],
  );
}
