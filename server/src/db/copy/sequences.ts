import { AppError } from '../../core/errors.ts';
import type { Executor } from '../client.ts';
import { SCHEMAS } from './tables.ts';

export interface Sequence {
  /** Schema-qualified and quoted. */
  name: string;
  /** Its next value, in decimal digits. */
  next: string;
}

/** Current values. Sequences are not part of a snapshot, so nothing may use them during the copy. */
export async function readSequences(database: Pick<Executor, 'query'>): Promise<Sequence[]> {
  const readings = await database.query<{ text: string }>(
    `select format('select %L as name, (last_value + case when is_called then %s else 0 end)::text as next from %I.%I',
       format('%I.%I', nspname, relname), seqincrement, nspname, relname) as text
     from pg_sequence join pg_class on pg_class.oid = seqrelid join pg_namespace on pg_namespace.oid = relnamespace
     where nspname = any($1) order by nspname, relname`,
    [SCHEMAS],
  );
  return database.query<Sequence>(readings.map(({ text }) => text).join(' union all '));
}

/**
 * Every insert advances a sequence, so this also detects a process that started and stopped during the copy.
 * @throws AppError `conflict` when a sequence has advanced
 */
export function requireUnmoved(before: readonly Sequence[], after: readonly Sequence[]): void {
  const known = new Map(before.map(({ name, next }) => [name, next]));
  const moved = after.filter(({ name, next }) => known.get(name) !== next);
  if (moved.length === 0) return;
  const text =
    'The source was written to during the copy, so the copy would be incomplete. Nothing was copied.';
  const advice = 'Stop Parley and all its commands on the source, then run the command again.';
  throw new AppError('conflict', `${text} ${advice}`);
}

/** Continues sequences from these values within the transaction; `setval` would survive a rollback. */
export async function restartSequences(
  target: Pick<Executor, 'query'>,
  sequences: readonly Sequence[],
): Promise<void> {
  const known = new Set((await readSequences(target)).map(({ name }) => name));
  for (const { name, next } of sequences) {
    if (known.has(name)) await target.query(`alter sequence ${name} restart with ${next}`);
  }
}
