import { expect, test } from 'vitest';
import { webhooksSearch } from './webhooks-search.ts';

test.each([
  [{}, {}],
  [{ tab: 'secret' }, { tab: 'secret' }],
  [
    { tab: 'events', type: 'call.ended' },
    { tab: 'events', type: 'call.ended' },
  ],
  [
    {
      status: 'failed',
      event: 'call.ended',
      assistant_id: '7',
      target_id: 3,
      date_from: '2026-03-01',
      open: 'replay',
    },
    {
      status: 'failed',
      event: 'call.ended',
      assistant_id: 7,
      target_id: 3,
      date_from: '2026-03-01',
      open: 'replay',
    },
  ],
  [
    {
      tab: 'x',
      type: 'z',
      status: 'y',
      event: '',
      assistant_id: -1,
      date_to: '2026-02-30',
      open: 'replay.1',
    },
    {},
  ],
])('parses %o as %o', (search, parsed) => {
  expect(webhooksSearch(search)).toEqual(parsed);
});
