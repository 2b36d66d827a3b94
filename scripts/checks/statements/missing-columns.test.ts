import { expect, test } from 'vitest';
import { missingColumns } from './missing-columns.ts';

const required = new Map([
  ['calls', new Set(['id', 'user_id'])],
  ['notes', new Set(['id'])],
]);

test.each([
  ['insert into calls (id, user_id) values ($1, $2)', []],
  ['insert into calls (id, type) values ($1, $2)', ['calls.user_id']],
  ['INSERT INTO calls AS mine (user_id) SELECT 1', ['calls.id']],
  ['with a as (insert into notes ("id") values (1)) insert into calls (id) values (1)', ['calls.user_id']],
  ['insert into others (a) values (1)', []],
  ['update calls set id = 1', []],
])('%s', (text, missing) => {
  expect(missingColumns(text, required)).toEqual(missing);
});
