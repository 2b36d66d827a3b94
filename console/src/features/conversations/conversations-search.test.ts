import { expect, test } from 'vitest';
import { conversationsSearch, filterOf, viewOf } from './conversations-search.ts';

test('parses the filter and drops invalid values', () => {
  const search = {
    tab: 'about',
    has_opted_out: true,
    type: 'msgapp',
    assistant_id: 3,
    ai_enabled: false,
    customer: 40721,
  };
  expect(conversationsSearch(search)).toEqual({ ...search, customer: '40721' });
  expect(
    conversationsSearch({ type: 'fax', ai_enabled: 'no', has_opted_out: 1, status: 'x', date_from: 'soon' }),
  ).toEqual({});
});

test('separates the list filter from the view of the open conversation', () => {
  const view = { tab: 'webhooks', webhook: 'ab', write: 'template' } as const;
  expect(filterOf({ ...view, status: 'ended' })).toEqual({ status: 'ended' });
  expect(viewOf({ ...view, status: 'ended' })).toEqual(view);
});
