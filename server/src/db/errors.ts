import pg from 'pg';

const UNIQUE_VIOLATION = '23505';

/** Whether a write was refused because a unique index holds the value already. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION && error.constraint === index;
}
