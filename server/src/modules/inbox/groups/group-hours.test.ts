import { expect, test } from 'vitest';
import type { WeekHours } from '#contract/inbox.ts';
import { isGroupOpen } from './group-hours.ts';

const CLOSED: WeekHours = {
  monday: null,
  tuesday: null,
  wednesday: null,
  thursday: null,
  friday: null,
  saturday: null,
  sunday: null,
};
const OFFICE: WeekHours = { ...CLOSED, monday: { from: '9:00', to: '17:00' } };
const NIGHT: WeekHours = { ...CLOSED, sunday: { from: '22:00', to: '06:00' } };
const WHOLE_DAY: WeekHours = { ...CLOSED, monday: { from: '00:00', to: '00:00' } };

// 2 March 2026 is a Monday.
test.each<[string, WeekHours | null, string, string, boolean]>([
  ['always open', null, 'UTC', '2026-03-01T03:00:00Z', true],
  ['before opening', OFFICE, 'UTC', '2026-03-02T08:59:59Z', false],
  ['at opening', OFFICE, 'UTC', '2026-03-02T09:00:00Z', true],
  ['last minute', OFFICE, 'UTC', '2026-03-02T16:59:59Z', true],
  ['at closing', OFFICE, 'UTC', '2026-03-02T17:00:00Z', false],
  ['another day', OFFICE, 'UTC', '2026-03-03T10:00:00Z', false],
  ['in the group’s zone', OFFICE, 'Europe/Berlin', '2026-03-02T08:30:00Z', true],
  ['in the group’s zone on another date', OFFICE, 'Pacific/Auckland', '2026-03-01T21:00:00Z', true],
  ['evening of night hours', NIGHT, 'UTC', '2026-03-01T23:00:00Z', true],
  ['morning after night hours', NIGHT, 'UTC', '2026-03-02T05:59:00Z', true],
  ['end of night hours', NIGHT, 'UTC', '2026-03-02T06:00:00Z', false],
  ['morning before night hours', NIGHT, 'UTC', '2026-03-01T05:00:00Z', false],
  ['whole day, begin', WHOLE_DAY, 'UTC', '2026-03-02T00:00:00Z', true],
  ['whole day, end', WHOLE_DAY, 'UTC', '2026-03-02T23:59:59Z', true],
  ['after a whole day', WHOLE_DAY, 'UTC', '2026-03-03T00:00:00Z', false],
  [
    'an hour that the clock skips',
    { ...CLOSED, sunday: { from: '02:00', to: '03:00' } },
    'Europe/Berlin',
    '2026-03-29T01:00:00Z',
    false,
  ],
])('%s: %o %s %s → %s', (_, hours, timezone, now, isOpen) => {
  expect(isGroupOpen(hours, timezone, new Date(now))).toBe(isOpen);
});
