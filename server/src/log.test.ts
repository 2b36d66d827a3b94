import pg from 'pg';
import { expect, test } from 'vitest';
import { describeError } from './log.ts';

test('a PostgreSQL error is logged without the row that it quotes', () => {
  const error = Object.assign(new pg.DatabaseError('duplicate key', 1, 'error'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.com) already exists.',
    where: 'ada@example.com',
    table: 'users',
    constraint: 'users_email',
  });
  for (const logged of [describeError(error), describeError(new Error('wrapped', { cause: error }))]) {
    expect(JSON.stringify(logged)).not.toContain('ada@example.com');
  }
  expect(describeError(error)).toMatchObject({
    code: '23505',
    message: 'duplicate key',
    table: 'users',
    constraint: 'users_email',
  });
});

test('any other error is logged with its name, message and stack', () => {
  const logged = describeError(new TypeError('no'));
  expect(logged).toMatchObject({ type: 'TypeError', message: 'no', stack: expect.any(String) });
});
