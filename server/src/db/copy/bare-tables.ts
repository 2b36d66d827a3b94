import type { Executor } from '../client.ts';
import { SCHEMAS, type Table } from './tables.ts';

type Session = Pick<Executor, 'query'>;

/**
 * Runs `work` without foreign keys and triggers, so that rows can be inserted in any order and effects of triggers,
 * which are part of the data, are not repeated. Foreign keys are dropped and added again, which checks all rows: only a
 * superuser could disable them instead. Runs in the caller's transaction.
 */
export async function withBareTables(
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
