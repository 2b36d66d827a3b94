import pg from 'pg';
import { AppError, messageOf } from '../core/errors.ts';
import type { Executor } from './client.ts';

/** Oldest supported PostgreSQL, as `server_version_num`. */
export const OLDEST_POSTGRES = 150_000;

/** Advice for an SQLSTATE. @param source where the URL is configured */
function adviceFor(code: string, source: string): string {
  switch (code) {
    case '28P01':
      return `Check user and password in ${source}.`;
    case '28000':
      return `Check user and password in ${source}, and that pg_hba.conf allows connections from here.`;
    case '3D000':
      return `Create that database (create database …), or set another one in ${source}.`;
    case '53300':
      return 'Raise max_connections so that it is high enough for all processes.';
    default:
      return `Check ${source}, and that PostgreSQL is running and reachable from here.`;
  }
}

/**
 * Runs the first statement. Its failures are usually fixed by correcting the URL.
 * @param source where the URL is configured: an environment variable or an option
 * @throws AppError `unavailable` with advice
 */
export async function requireDatabase(
  database: Pick<Executor, 'query'>,
  source = 'DATABASE_URL',
): Promise<void> {
  try {
    await database.query('select 1');
  } catch (error) {
    const advice = adviceFor(codeOf(error), source);
    throw new AppError('unavailable', `The database does not answer: ${messageOf(error)}. ${advice}`, {
      cause: error,
    });
  }
}

/** SQLSTATE; empty for any other failure. */
function codeOf(error: unknown): string {
  const failure = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  return failure instanceof pg.DatabaseError ? (failure.code ?? '') : '';
}
