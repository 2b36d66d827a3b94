import { expect, test } from 'vitest';
import { z } from 'zod';
import { unknownFilters } from './unknown-filters.ts';

const known = new Set(['status', 'page']);
const items = z.array(z.object({ id: z.int() }));
const one = z.object({ name: z.string(), keys: items });
const query = z.object({ page: z.string() });
const given = { x_from: '1', status: 'a', page: '1', 'page[]': '1', _: '1', utm_source: 'b' };

test.each([
  ['a list', 'GET', 'account', undefined, items, ['x_from', 'status', 'page', 'page[]']],
  [
    'a list in data',
    'GET',
    'account',
    undefined,
    z.object({ data: items }),
    ['x_from', 'status', 'page', 'page[]'],
  ],
  ['an object', 'GET', 'account', undefined, one, []],
  ['an object in data', 'GET', 'account', undefined, z.object({ data: one }), []],
  ['a file', 'GET', 'account', undefined, z.string(), []],
  ['an object with filters', 'GET', 'account', query, one, ['x_from', 'status', 'page[]']],
  ['a change', 'POST', 'account', undefined, items, []],
  ['a public list', 'GET', 'public', undefined, items, []],
] as const)('unknown filters of %s', (_title, method, access, own, schema, refused) => {
  const route = { method, access, query: own, success: { schema } };
  expect(Object.keys(unknownFilters(route, given, known))).toEqual(refused);
});
