import pg from 'pg';
import { ConfigError } from './config/config.ts';
import { AppError, messageOf } from './core/errors.ts';
import { asDatabaseFailure, DatabaseUnavailableError } from './db/errors.ts';

const DATABASE_ADVICE =
  'Check that PostgreSQL runs, and that its max_connections holds the connections of all processes.';
const PRIVILEGE_ADVICE =
  'Make the user in DATABASE_URL the owner of the database (alter database … owner to …), or use its owner.';

/** The user of the database may not do what a start does: make tables, and a schema for jobs. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** Why a start, or a command, has failed: what a person can mend is said in words, anything else with its stack. */
export function startFailure(error: unknown): string {
  // Of other failures a code such as ENOENT may be a file's.
  const failure = error instanceof pg.DatabaseError ? asDatabaseFailure(error) : error;
  if (failure instanceof DatabaseUnavailableError)
    return `The database went away: ${failure.message}. ${DATABASE_ADVICE}`;
  if (failure instanceof pg.DatabaseError && failure.code === INSUFFICIENT_PRIVILEGE)
    return `The database user lacks a privilege that Parley needs: ${failure.message}. ${PRIVILEGE_ADVICE}`;
  const isForPeople = error instanceof ConfigError || error instanceof AppError;
  return isForPeople || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message);
}
