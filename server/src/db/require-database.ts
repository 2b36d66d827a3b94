import pg from 'pg';
import { AppError, messageOf } from '../core/errors.ts';
import type { Executor } from './client.ts';

/** PostgreSQL's own number of the oldest version that Parley runs on. */
export const OLDEST_POSTGRES = 150_000;

/** What a person can do, by PostgreSQL's own codes. @param source names what holds the address */
function adviceFor(code: string, source: string): string {
  switch (code) {
    case '28P01':
      return `Check user and password in ${source}.`;
    case '28000':
      return `Check user and password in ${source}, and that pg_hba.conf of the server lets them in from here.`;
    case '3D000':
      return `Make that database (create database …), or name another one in ${source}.`;
    case '53300':
      return 'Its max_connections must hold the connections of all processes.';
    default:
      return `Check ${source}, and that PostgreSQL runs and can be reached from here.`;
  }
}

/**
 * The first question to the database: when it fails, the address is what a person can mend.
 * @param source what holds the address: a variable or an option
 * @throws AppError `unavailable`, which says what to do
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

/** PostgreSQL's own code; empty for any other failure. */
function codeOf(error: unknown): string {
  const failure = error instanceof Error && error.cause instanceof pg.DatabaseError ? error.cause : error;
  return failure instanceof pg.DatabaseError ? (failure.code ?? '') : '';
}
