import { AppError } from '../../core/errors.ts';
import type { Executor } from '../client.ts';
import { SCHEMAS } from './tables.ts';

export interface Sequence {
  /** With its schema, quoted. */
  name: string;
  /** What it gives next, in decimal digits. */
  next: string;
}

/** Where each sequence stands. A sequence belongs to no snapshot: nobody may use it meanwhile. */
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
 * Whatever inserts a row moves a sequence, also a process that has come and gone again.
 * @throws AppError `conflict` where one has moved
 */
export function requireUnmoved(before: readonly Sequence[], after: readonly Sequence[]): void {
  const known = new Map(before.map(({ name, next }) => [name, next]));
  const moved = after.filter(({ name, next }) => known.get(name) !== next);
  if (moved.length === 0) return;
  const text =
    'Something was stored in what is copied meanwhile, so the copy would lack it. Nothing was copied.';
  const advice =
    'See to it that neither Parley nor one of its commands runs there, and run the command again.';
  throw new AppError('conflict', `${text} ${advice}`);
}

/** Lets sequences go on where others stand, as part of the transaction: `setval` would outlive its end. */
export async function restartSequences(
  target: Pick<Executor, 'query'>,
  sequences: readonly Sequence[],
): Promise<void> {
  const known = new Set((await readSequences(target)).map(({ name }) => name));
  for (const { name, next } of sequences) {
    if (known.has(name)) await target.query(`alter sequence ${name} restart with ${next}`);
  }
}
