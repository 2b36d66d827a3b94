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
