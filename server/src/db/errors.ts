import pg from 'pg';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** True if a write violated this unique index. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === index;
}

/** Name of the violated foreign key; null for any other failure. */
export function brokenForeignKey(error: unknown): string | null {
  const isBroken = error instanceof pg.DatabaseError && error.code === FOREIGN_KEY_VIOLATION;
  return isBroken ? (error.constraint ?? null) : null;
}

/** Deadlock or serialization failure: nothing was stored and the transaction may be retried. */
export function isLostRace(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40001' || error.code === '40P01');
}

/** A lock was not available within `lock_timeout`: nothing was done. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03';
}

/**
 * PostgreSQL cannot be reached, is shutting down, or cannot write. The statement may or may not have been
 * stored.
 */
export class DatabaseUnavailableError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'DatabaseUnavailableError';
  }
}

/** A statement exceeded `statement_timeout`: nothing was done. */
export class StatementTooSlowError extends Error {
  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'StatementTooSlowError';
  }
}

const QUERY_CANCELED = '57014';

/** Connection failures, operator intervention (shutdown, restart, start-up), too many connections. */
const UNAVAILABLE_STATES = /^(08...|57P..|53300)$/;
/** Full disk, out of memory, I/O error, read-only database (for example a standby). */
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
/** Failures of the driver itself have no code. */
const UNAVAILABLE_WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

/** Converts connection failures and statement timeouts; returns other errors unchanged. */
export function asDatabaseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatabaseUnavailableError) return error;
  if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED)
    return new StatementTooSlowError(error);
  return isConnectionFailure(error) || isUnableToStore(error) ? new DatabaseUnavailableError(error) : error;
}

/** The same statement may succeed later: the database is unavailable or busy, or another transaction won. */
export function isTemporaryFailure(error: unknown): boolean {
  const failure = asDatabaseFailure(error);
  return failure instanceof DatabaseUnavailableError || isLostRace(failure) || isLockTimeout(failure);
}

/** PostgreSQL answers but cannot write. */
export function isUnableToStore(error: unknown): boolean {
  const failure = error instanceof DatabaseUnavailableError ? error.cause : error;
  return failure instanceof pg.DatabaseError && UNABLE_TO_STORE.test(failure.code ?? '');
}

function isConnectionFailure(error: Error): boolean {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return UNAVAILABLE_STATES.test(code);
  return UNAVAILABLE_SYSTEM.has(code) || (code === '' && UNAVAILABLE_WORDS.test(error.message));
}
