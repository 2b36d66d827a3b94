import { expect, test } from 'vitest';
import { createCallingHours } from './call-hours.ts';

const people = { startMinute: 480, endMinute: 1260 };
const hours = createCallingHours({ people, sandbox: { startMinute: 0, endMinute: 1440 } });

const LATE_IN_INDIA = '2026-03-01T15:30:00Z';

test.each([
  ['open during the day', 'Asia/Kolkata', '2026-03-01T15:00:00Z', null],
  ['open until the last seconds', 'Asia/Kolkata', '2026-03-01T15:29:58Z', null],
  ['closed in the last seconds', 'Asia/Kolkata', '2026-03-01T15:29:59Z', '20:59 in Asia/Kolkata'],
  [
    'closed in the evening',
    'Asia/Kolkata',
    LATE_IN_INDIA,
    '21:00 in Asia/Kolkata is outside the calling hours 08:00–21:00.',
  ],
  [
    'closed in one of two zones',
    'America/New_York&Asia/Kolkata',
    '2026-03-01T12:00:00Z',
    '07:00 in America/New_York, where this number may be, is outside',
  ],
  ['closed without a zone', '', '2026-03-01T12:00:00Z', 'The time zone of this number is unknown'],
])('calls are %s', (_title, zoneKey, at, reason) => {
  const state = hours.stateAt(new Date(at), { zoneKey, provider: 'sip' });
  expect(state).toEqual(
    reason === null ? { isOpen: true } : { isOpen: false, reason: expect.stringContaining(reason) },
  );
});

test('calls from sandbox numbers have their own hours', () => {
  const called = { zoneKey: hours.zonesOf('+919812345678'), provider: 'sandbox' };
  expect(hours.stateAt(new Date(LATE_IN_INDIA), called)).toEqual({ isOpen: true });
});
