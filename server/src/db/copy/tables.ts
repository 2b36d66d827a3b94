import { AppError } from '../../core/errors.ts';
import type { Executor } from '../client.ts';

/** Schemas of Parley and of its job queue. */
export const SCHEMAS: readonly string[] = ['public', 'graphile_worker'];

/** A table of one side; names are quoted for SQL. */
export interface Table {
  /** Schema-qualified. */
  name: string;
  /** Without generated columns. */
  columns: string[];
  /** All columns with their types, in alphabetical order. */
  shape: string[];
  /** Unlogged: its rows may be lost in a crash and are not needed. */
  isUnlogged: boolean;
}

/** All tables of the installation except the lists of applied migrations, which each side has. */
export function readTables(database: Pick<Executor, 'query'>): Promise<Table[]> {
  return database.query<Table>(
    `select format('%I.%I', nspname, relname) as name, relpersistence = 'u' as "isUnlogged",
       array_agg(quote_ident(attname) order by attnum) filter (where attgenerated = '') as columns,
       array_agg(quote_ident(attname) || ' ' || format_type(atttypid, atttypmod) order by attname) as shape
     from pg_class
     join pg_namespace on pg_namespace.oid = relnamespace
     join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
     where relkind = 'r' and nspname = any($1) and relname <> 'migrations'
       and not exists (
         select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
     group by pg_class.oid, nspname, relname, relpersistence order by nspname, relname`,
    [SCHEMAS],
  );
}

/**
 * Compares the schemas of both sides.
 * @returns names of tables that only the source has
 * @throws AppError `conflict` when the source lacks a table or its columns differ
 */
export function compareTables(source: readonly Table[], target: readonly Table[]): string[] {
  const shapes = new Map(source.map(({ name, shape }) => [name, shape.join(', ')]));
  for (const { name, shape } of target) {
    if (shapes.get(name) === shape.join(', ')) continue;
    const text = `The table ${name} differs from this version's schema, so copying it could lose data.`;
    throw new AppError('conflict', `${text} Its columns must be: ${shape.join(', ')}.`);
  }
  const known = new Set(target.map(({ name }) => name));
  return source.flatMap(({ name }) => (known.has(name) ? [] : [name]));
}

/** Columns that lock a job to a worker; jobs of the copy are unlocked. */
const HOLDER_COLUMNS = new Set(['locked_at', 'locked_by']);
const QUEUE_SCHEMA = 'graphile_worker.';

/** The COPY statements for a table's rows; jobs arrive unlocked. */
export function copyStatements({ name, columns }: Table): { from: string; into: string } {
  const isOfQueue = name.startsWith(QUEUE_SCHEMA);
  const read = columns.map((column) => (isOfQueue && HOLDER_COLUMNS.has(column) ? 'null' : column));
  return {
    from: `copy (select ${read.join(', ')} from only ${name}) to stdout`,
    into: `copy ${name} (${columns.join(', ')}) from stdin`,
  };
}
