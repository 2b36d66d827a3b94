import pg from 'pg';
import { ConfigError } from './config/config.ts';
import { AppError, messageOf } from './core/errors.ts';
import { asDatabaseFailure, DatabaseUnavailableError } from './db/errors.ts';

const DATABASE_ADVICE =
  'Check that PostgreSQL is running, and that its max_connections is high enough for all processes.';
const PRIVILEGE_ADVICE =
  'Make the user in DATABASE_URL the owner of the database (alter database … owner to …), or use its owner.';

/** PostgreSQL's code if the database user may not create the tables or the schema for jobs. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** The message of a failed start or command: plain words if an operator can fix the cause, otherwise the stack. */
export function startFailure(error: unknown): string {
  // Only PostgreSQL errors are mapped: in others, a code such as ENOENT may be about a file.
  const failure = error instanceof pg.DatabaseError ? asDatabaseFailure(error) : error;
  if (failure instanceof DatabaseUnavailableError)
    return `The database became unavailable: ${failure.message}. ${DATABASE_ADVICE}`;
  if (failure instanceof pg.DatabaseError && failure.code === INSUFFICIENT_PRIVILEGE)
    return `The database user lacks a privilege that Parley needs: ${failure.message}. ${PRIVILEGE_ADVICE}`;
  const isForPeople = error instanceof ConfigError || error instanceof AppError;
  return isForPeople || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message);
}
