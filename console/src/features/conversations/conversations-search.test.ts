import { expect, test } from 'vitest';
import { conversationsSearch, filterOf } from './conversations-search.ts';

test('an address says what is looked for, and nonsense in it says nothing', () => {
  const search = { type: 'msgapp', assistant_id: 3, ai_enabled: false, customer: 40721, tab: 'about' };
  expect(conversationsSearch(search)).toEqual({ ...search, customer: '40721' });
  expect(conversationsSearch({ type: 'fax', ai_enabled: 'no', status: 'x', date_from: 'soon' })).toEqual({});
});

test('the open tab does not narrow the list', () => {
  expect(filterOf({ tab: 'about', status: 'ended' })).toEqual({ status: 'ended' });
});
