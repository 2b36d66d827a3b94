import pg from 'pg';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a write was refused because a unique index holds the value already. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === index;
}

/** The constraint that refused a write because the row it points to is gone; null for any other failure. */
export function brokenForeignKey(error: unknown): string | null {
  const isBroken = error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION;
  return isBroken ? (error.constraint ?? null) : null;
}

/** A transaction that PostgreSQL ended for the sake of another: nothing of it is stored, and it may run again. */
export function isLostRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** What others hold was not free within the statement's `lock_timeout`: nothing was done. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/**
 * PostgreSQL cannot be reached, goes away at this moment, or can store nothing. What was asked may or may not have been
 * stored.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** PostgreSQL stopped a statement at `statement_timeout`: nothing was done. */
export class StatementTooSlowError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'StatementTooSlowError';
  }
}

const QUERY_CANCELED = '57014';

/** Connection failures, operator intervention (shutdown, restart, start-up), too many connections. */
const UNAVAILABLE_STATES = /^(08...|57P..|53300)$/;
/** A full disk, no memory, a disk that fails, a standby or another database that only reads. */
const UNABLE_TO_STORE = /^(53100|53200|58030|25006)$/;
const UNAVAILABLE_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
]);
/** The driver's own failures carry no code. */
const UNAVAILABLE_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** Translates a failed connection and a statement timeout; other failures stay as they are. */
export function asDatabaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailableError) return error;
  if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED)
    return new StatementTooSlowError(error);
  return isConnectionFailure(error) || isUnableToStore(error) ? new DatabaseUnavailableError(error) : error;
}

/** PostgreSQL answers, and cannot store what it was given. */
export function isUnableToStore(error: unknown): boolean {
  const failure = error instanceof DatabaseUnavailableError ? error.cause : error;
  return failure instanceof pg.DatabaseError && UNABLE_TO_STORE.test(failure.code ?? '');
}

function isConnectionFailure(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.test(code);
  return UNAVAILABLE_SYSTEM.has(code) || (code === '' && UNAVAILABLE_WORDS.test(error.message));
}
