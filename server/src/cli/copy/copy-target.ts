import type pg from 'pg';
import { AppError } from '../../core/errors.ts';
import { type Database, type Executor, openDatabase } from '../../db/client.ts';
import { readTables } from '../../db/copy/tables.ts';
import { isLockTimeout } from '../../db/errors.ts';
import { migrate } from '../../db/migrate.ts';
import { OLDEST_POSTGRES, requireDatabase } from '../../db/require-database.ts';
import { createLog } from '../../log.ts';
import { migrateJobs } from '../../work/runner.ts';
import { addressName } from './database-address.ts';
import { requireNoProcess } from './running-processes.ts';

export interface CopyTarget {
  connection: pg.ClientConfig;
  database: Database;
  /** Name for messages, without a password. */
  name: string;
}

/**
 * Runs `work` on a database that may be copied into. Creates nothing in it yet.
 * @throws AppError with instructions
 */
export async function withTarget<Result>(
  address: string,
  work: (target: CopyTarget) => Promise<Result>,
): Promise<Result> {
  const connection = { connectionString: address };
  const database = openDatabase({ ...connection, max: 2 }, () => undefined);
  try {
    await requireDatabase(database, '--to');
    await requireFitServer(database);
    return await work({ connection, database, name: addressName(address) });
  } finally {
    await database.close();
  }
}

/** Creates this version's schema in an empty database. @throws AppError with instructions */
export async function prepareTarget({ database, name }: CopyTarget): Promise<void> {
  await requireRoom(database, name);
  await migrate(database);
  await migrateJobs(database, createLog('error'));
  await requireNoProcess(database, name);
}

interface Facts {
  version: string;
  number: number;
  encoding: string;
  role: string;
  mayCreate: boolean | null;
}

async function requireFitServer(database: Database): Promise<void> {
  const [facts] = await database.query<Facts>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
       current_setting('server_encoding') as encoding, current_user as role,
       current_schema() = 'public' and has_schema_privilege(current_schema(), 'create')
         and has_database_privilege(current_database(), 'create') as "mayCreate"`,
  );
  const problem = facts === undefined ? null : problemOf(facts);
  if (problem !== null) throw new AppError('unavailable', problem);
}

function problemOf({ version, number, encoding, role, mayCreate }: Facts): string | null {
  if (number < OLDEST_POSTGRES)
    return `The server in --to runs PostgreSQL ${version}; Parley needs PostgreSQL 15 or later.`;
  if (encoding !== 'UTF8')
    return `The database in --to uses the encoding ${encoding}. Create one with UTF8: create database … encoding 'UTF8' template template0.`;
  if (mayCreate === true) return null;
  return `The user ${role} in --to may not create tables in the schema public. Make it the owner of the database: alter database … owner to ….`;
}

const FIRST_MIGRATION = '0001_accounts.sql';
const SHOWN_TABLES = 5;
const ADVICE = 'Use an empty database for --to (create database …).';

/**
 * @param name of the database, for messages
 * @throws AppError `conflict` unless the database is empty, or has Parley's schema without accounts, as after a failed copy
 */
async function requireRoom(database: Database, name: string): Promise<void> {
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
