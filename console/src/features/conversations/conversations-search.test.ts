import { expect, test } from 'vitest';
import { conversationsSearch, filterOf, viewOf } from './conversations-search.ts';

test('parses the filter and drops invalid values', () => {
  const search = { type: 'msgapp', assistant_id: 3, ai_enabled: false, customer: 40721, tab: 'about' };
  expect(conversationsSearch(search)).toEqual({ ...search, customer: '40721' });
  expect(conversationsSearch({ type: 'fax', ai_enabled: 'no', status: 'x', date_from: 'soon' })).toEqual({});
});

test('separates the list filter from the view of the open conversation', () => {
  const view = { tab: 'webhooks', webhook: 'ab', write: 'template' } as const;
  expect(filterOf({ ...view, status: 'ended' })).toEqual({ status: 'ended' });
  expect(viewOf({ ...view, status: 'ended' })).toEqual(view);
});
