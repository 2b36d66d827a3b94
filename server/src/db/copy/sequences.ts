import type { Executor } from '../client.ts';
import { SCHEMAS } from './tables.ts';

interface Sequence {
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
