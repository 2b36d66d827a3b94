import { AppError } from '../../core/errors.ts';
import type { Database, Executor } from '../../db/client.ts';
import { readTables } from '../../db/copy/tables.ts';
import { isLockTimeout } from '../../db/errors.ts';

const FIRST_MIGRATION = '0001_accounts.sql';
const SHOWN_TABLES = 5;
const ADVICE = 'Use an empty database for --to (create database …).';

/**
 * @param name of the database, for messages
 * @throws AppError `conflict` unless the database is empty, or has Parley's schema without accounts, as after a failed copy
 */
export async function requireRoom(database: Database, name: string): Promise<void> {
  const tables = await readTables(database);
  if (tables.length === 0 && !(await hasMigrations(database))) return;
  if (!(await isParley(database))) {
    const names = tables.length === 0 ? ['public.migrations'] : tables.map((table) => table.name);
    const shown = names.slice(0, SHOWN_TABLES);
    const more = tables.length > SHOWN_TABLES ? ', …' : '';
    throw new AppError(
      'conflict',
      `${name} contains tables of another program (${shown.join(', ')}${more}). ${ADVICE}`,
    );
  }
  if (await hasAccounts(database, name))
    throw new AppError('conflict', `${name} already contains a Parley installation with accounts. ${ADVICE}`);
}

async function hasMigrations(database: Pick<Executor, 'query'>): Promise<boolean> {
  const found = await database.query(`select where to_regclass('public.migrations') is not null`);
  return found.length > 0;
}

/** Other programs may also have a table `migrations`. */
async function isParley(database: Pick<Executor, 'query'>): Promise<boolean> {
  const columns = await database.query(
    `select from pg_attribute where attrelid = to_regclass('public.migrations') and attname = 'name'`,
  );
  if (columns.length === 0) return false;
  const text = 'select from public.migrations where name::text = $1';
  return (await database.query(text, [FIRST_MIGRATION])).length > 0;
}

/** Throws `conflict` after five seconds if the table is locked, for example by another copy. */
async function hasAccounts(database: Database, name: string): Promise<boolean> {
  try {
    return await database.transaction(async (transaction) => {
      await transaction.query(`set local lock_timeout = '5s'`);
      return (await transaction.query('select from public.users limit 1')).length > 0;
    });
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    const text = `${name} is in use, perhaps by another copy. Wait until it ends, or use another database.`;
    throw new AppError('conflict', text, { cause: error });
  }
}
