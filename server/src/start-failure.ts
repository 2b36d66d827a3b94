import pg from 'pg';
import { ConfigError } from './config/config.ts';
import { AppError, messageOf } from './core/errors.ts';
import { asDatabaseFailure, DatabaseUnavailableError } from './db/errors.ts';

const DATABASE_ADVICE =
  'Check that PostgreSQL runs, and that its max_connections holds the connections of all processes.';

/** Why a start has failed: what a person can mend is said in words, anything else with its stack. */
export function startFailure(error: unknown): string {
  // Of other failures a code such as ENOENT may be a file's.
  const failure = error instanceof pg.DatabaseError ? asDatabaseFailure(error) : error;
  if (failure instanceof DatabaseUnavailableError)
    return `The database went away during the start: ${failure.message}. ${DATABASE_ADVICE}`;
  const isForPeople = error instanceof ConfigError || error instanceof AppError;
  return isForPeople || !(error instanceof Error) ? messageOf(error) : (error.stack ?? error.message);
}
