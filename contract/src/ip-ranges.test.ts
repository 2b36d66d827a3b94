import { expect, test } from 'vitest';
import { isNarrowRange } from './ip-ranges.ts';

test.each([
  '203.0.113.7',
  '203.0.0.0/16',
  '10.0.0.0/8',
  '172.16.0.0/12',
  '172.31.0.0/13',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '2001:db8::/32',
  'fd00::/8',
  'fe80::/10',
])('accepts the range %s', (range) => {
  expect(isNarrowRange(range)).toBe(true);
});

test.each([
  '0.0.0.0/0',
  '203.0.0.0/15',
  '10.0.0.0/7',
  '11.0.0.0/8',
  '172.0.0.0/12',
  '192.0.0.0/8',
  '::/0',
  '2001:db8::/31',
  'fc::/16',
  'f000::/4',
])('refuses the range %s, which is too wide', (range) => {
  expect(isNarrowRange(range)).toBe(false);
});
