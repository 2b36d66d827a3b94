import { AppError } from '../../core/errors.ts';
import type { Executor } from '../client.ts';

/** Where Parley and its queue of jobs keep what they have. */
export const SCHEMAS: readonly string[] = ['public', 'graphile_worker'];

/** A table of one side; names are quoted as SQL needs them. */
export interface Table {
  /** With its schema. */
  name: string;
  /** Without those that the server computes. */
  columns: string[];
  /** All columns with their types, in alphabetical order. */
  shape: string[];
  /** Its rows may be lost with any crash, so that nobody misses them. */
  isUnlogged: boolean;
}

/** Every table with data of the installation: not the lists of migrations, which each side has of its own. */
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
 * Compares what migrations have made on both sides.
 * @returns the names of tables that the source alone has
 * @throws AppError `conflict` where the source lacks something, or has it otherwise
 */
export function compareTables(source: readonly Table[], target: readonly Table[]): string[] {
  const shapes = new Map(source.map(({ name, shape }) => [name, shape.join(', ')]));
  for (const { name, shape } of target) {
    if (shapes.get(name) === shape.join(', ')) continue;
    const text = `The table ${name} is not what this version of Parley makes of it, and copying it could lose something.`;
    throw new AppError('conflict', `${text} Its columns must be: ${shape.join(', ')}.`);
  }
  const known = new Set(target.map(({ name }) => name));
  return source.flatMap(({ name }) => (known.has(name) ? [] : [name]));
}

/** Who works on a job stands in these columns: nobody does where the copy goes. */
const HOLDER_COLUMNS = new Set(['locked_at', 'locked_by']);
const QUEUE_SCHEMA = 'graphile_worker.';

/** The two statements that carry over a table's rows; jobs are free to be taken. */
export function copyStatements({ name, columns }: Table): { from: string; into: string } {
  const isOfQueue = name.startsWith(QUEUE_SCHEMA);
  const read = columns.map((column) => (isOfQueue && HOLDER_COLUMNS.has(column) ? 'null' : column));
  return {
    from: `copy (select ${read.join(', ')} from only ${name}) to stdout`,
    into: `copy ${name} (${columns.join(', ')}) from stdin`,
  };
}
