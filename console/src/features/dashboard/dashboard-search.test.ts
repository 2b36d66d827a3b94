import { expect, test } from 'vitest';
import { dashboardSearch, withTable } from './dashboard-search.ts';

test.each([
  [{}, {}],
  [
    { days: 7, tables: 'errors.calls.errors.toString' },
    { days: 7, tables: 'calls.errors' },
  ],
  [{ days: '8', tables: 12 }, {}],
  [{ tables: '' }, {}],
])('the address %o says %o', (search, said) => {
  expect(dashboardSearch(search)).toEqual(said);
});

test('a chart becomes a table, and a chart again', () => {
  expect(withTable(undefined, 'spend')).toBe('spend');
  expect(withTable('spend', 'calls')).toBe('calls.spend');
  expect(withTable('spend', 'spend')).toBeUndefined();
});
