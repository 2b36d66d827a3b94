import { expect, test } from 'vitest';
import { campaignSearch } from './campaign-search.ts';

test.each([
  [{}, {}],
  [
    { tab: 'report', open: 'edit-lead.7' },
    { tab: 'leads', open: 'edit-lead.7' },
  ],
  [
    { tab: 'report', hours: 'table' },
    { tab: 'report', hours: 'table' },
  ],
  [{ hours: 'chart' }, {}],
  [{ tab: 'nonsense', open: 'lead.-1', status: 'y' }, {}],
  [
    { status: 'rescheduled', number: 40721 },
    { status: 'rescheduled', number: '40721' },
  ],
  [{ number: '', from: '2026-01-02', to: 'tomorrow' }, { from: '2026-01-02' }],
])('parses %o as %o', (search, parsed) => {
  expect(campaignSearch(search)).toEqual(parsed);
});
