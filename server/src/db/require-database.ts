import pg from 'pg';
import { AppError, messageOf } from '../core/errors.ts';
import type { Executor } from './client.ts';

/** What a person can do, by PostgreSQL's own codes. */
const ADVICE: Record<string, string> = {
  '28P01': 'Check user and password in DATABASE_URL.',
  '28000':
    'Check user and password in DATABASE_URL, and that pg_hba.conf of the server lets them in from here.',
  '3D000': 'Make that database (create database …), or name another one in DATABASE_URL.',
  '53300': 'Its max_connections must hold the connections of all processes.',
};
const ANY_ADVICE = 'Check DATABASE_URL, and that PostgreSQL runs and can be reached from here.';

/**
 * The first question to the database: when it fails, the address is what a person can mend.
 * @throws AppError `unavailable`, which says what to do
 */
export async function requireDatabase(database: Pick<Executor, 'query'>): Promise<void> {
  try {
    await database.query('select 1');
  } catch (error) {
    const advice = ADVICE[codeOf(error)] ?? ANY_ADVICE;
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
