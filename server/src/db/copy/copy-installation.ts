import type pg from 'pg';
import { AppError, messageOf } from '../../core/errors.ts';
import type { Executor } from '../client.ts';
import { withBareTables } from './bare-tables.ts';
import { compareCounts } from './compare-counts.ts';
import { copyFailure } from './copy-failure.ts';
import { type CopySession, openCopySession } from './copy-session.ts';
import { type Copied, pipeCopy } from './pipe-copy.ts';
import { requireSameSteps } from './schema-steps.ts';
import { readSequences, requireUnmoved, restartSequences } from './sequences.ts';
import { compareTables, copyStatements, readTables, type Table } from './tables.ts';

/** A table that was copied: its rows, and the bytes that they take as text. */
export interface CopiedTable extends Copied {
  name: string;
}

export interface CopyRequest {
  source: pg.ClientConfig;
  /** Its schema is the one of this version, and it holds no account. */
  target: pg.ClientConfig;
  /** Aborted: the copy is given up, and the target has no row of it. */
  signal: AbortSignal;
  onTable(table: CopiedTable): void;
  /** Looks at what was copied; what it throws undoes the copy. */
  beforeCommit(target: Pick<Executor, 'query'>): Promise<void>;
}

export interface CopyResult {
  tables: CopiedTable[];
  /** Tables of the source that are not Parley's, and were left there. */
  leftOut: string[];
}

/** What others hold of the target is waited for this long. */
const LOCK_TIMEOUT_MS = 10_000;

/**
 * Copies every row from one database to another: what one snapshot of the source shows, in one transaction of the target.
 * The source is only read.
 * @throws AppError that says what to do; the target then has no row of it
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

/** Whatever is open when `work` throws is undone before this does, so that the next copy need not wait. */
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
  // Before the snapshot, to which they do not belong: what is stored after it shows in them.
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
  // Until PostgreSQL gets to it by itself, it would plan for empty tables.
  await target.query(`analyze ${tables.map(({ name }) => name).join(', ')}`).catch(() => undefined);
  return { tables: copied, leftOut };
}

/** Asked under the lock that keeps everybody else out until the end: of two copies into one target the second is refused. */
async function requireNoAccounts(target: CopySession): Promise<void> {
  await target.query('lock table public.users in access exclusive mode');
  const accounts = await target.query('select from public.users limit 1');
  if (accounts.length > 0)
    throw new AppError('conflict', 'Meanwhile the target has got accounts of its own.');
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
    const text = `The target has not said whether it keeps the copy (${messageOf(error)}).`;
    const advice =
      'Run the command again: it refuses a target that has accounts, and then the copy is there; else it makes it.';
    throw new AppError('unavailable', `${text} ${advice}`, { cause: error });
  }
}
