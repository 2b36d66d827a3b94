import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { AppError } from './core/errors.ts';
import { startFailure } from './start-failure.ts';

/** An error of the database server, as the driver reports it. */
function refusedBy(code: string, message: string): Error {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
}

describe('the message of a failed start', () => {
  it.each([
    ['no free connection', refusedBy('53300', 'sorry, too many clients already'), 'max_connections'],
    ['a database that is shut down', refusedBy('57P01', 'terminating connection'), 'PostgreSQL is running'],
    ['a user without rights', refusedBy('42501', 'permission denied for schema public'), 'DATABASE_URL'],
    ['a port that is taken', new AppError('unavailable', 'The port is taken.'), 'The port is taken.'],
  ])('explains %s without a stack', (_, error, words) => {
    expect(startFailure(error)).toContain(words);
    expect(startFailure(error)).not.toContain('    at ');
  });

  it('contains the stack of a programming error', () => {
    expect(startFailure(new TypeError('undefined is not a function'))).toContain('start-failure.test.ts');
    const missing = Object.assign(new Error('ENOENT: no such file'), { code: 'ENOENT' });
    expect(startFailure(missing)).not.toContain('database');
  });
});
