import type pg from 'pg';
import { AppError } from '../../core/errors.ts';
import { type Database, openDatabase } from '../../db/client.ts';
import { migrate } from '../../db/migrate.ts';
import { OLDEST_POSTGRES, requireDatabase } from '../../db/require-database.ts';
import { createLog } from '../../log.ts';
import { migrateJobs } from '../../work/runner.ts';
import { addressName } from './database-address.ts';
import { requireNoProcess } from './running-processes.ts';
import { requireRoom } from './target-contents.ts';

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
