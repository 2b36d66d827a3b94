import { expect, test } from 'vitest';
import { isReversed } from './day-range.ts';

test.each([
  ['2026-11-27', '2026-11-01', true],
  ['2026-11-27', '2025-12-31', true],
  ['2026-11-27', '2026-11-27', false],
  ['2026-11-01', '2026-11-27', false],
  ['2026-11-27', undefined, false],
  [undefined, '2026-11-27', false],
  [null, null, false],
])('%s to %s is reversed: %s', (date_from, date_to, reversed) => {
  expect(isReversed({ date_from, date_to })).toBe(reversed);
});
