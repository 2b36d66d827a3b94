import type { Executor } from '../client.ts';
import { SCHEMAS, type Table } from './tables.ts';

type Session = Pick<Executor, 'query'>;

/**
 * Runs `work` while no foreign key is checked and no trigger fires: rows of tables that point at each other come in any
 * order, and what triggers have once done is among the rows. Keys are taken away and added again, which checks all rows at once:
 * who is no superuser cannot just switch them off. It happens within the caller's transaction.
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
