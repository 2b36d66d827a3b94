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
])('parses %o as %o', (search, parsed) => {
  expect(dashboardSearch(search)).toEqual(parsed);
});

test('toggles a chart between chart and table', () => {
  expect(withTable(undefined, 'spend')).toBe('spend');
  expect(withTable('spend', 'calls')).toBe('calls.spend');
  expect(withTable('spend', 'spend')).toBeUndefined();
});
