import { expect, test } from 'vitest';
import { countryOf, toE164 } from './phone-numbers.ts';

test.each([
  ['+40 721 234 567', null, '+40721234567'],
  ['0721 234 567', 'RO', '+40721234567'],
  ['0721 234 567', 'ro', '+40721234567'],
  ['+40721234567', 'RO', '+40721234567'],
  ['+1 (202) 555-0123', 'CA', '+12025550123'],
  ['0721 234 567', null, null],
  ['+40721234567', 'US', null],
  ['+40721234567', 'XX', null],
  ['1002', 'DE', null],
  ['+401', null, null],
  ['hello', 'RO', null],
])('reads %s in %s as %s', (written, country, expected) => {
  expect(toE164(written, country)).toBe(expected);
});

test.each([
  ['+40721234567', 'RO'],
  ['+12025550123', 'US'],
  // Possible, yet of no area: the first country of its code.
  ['+15550100000', 'US'],
  ['+80012345678', 'ZZ'],
])('%s is of %s', (number, country) => {
  expect(countryOf(number)).toBe(country);
});
