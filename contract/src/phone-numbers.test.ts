import { expect, test } from 'vitest';
import { countryOf, toCallable, toE164 } from './phone-numbers.ts';

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
  ['+52 1 55 8765 4321', null, '+525587654321'],
  ['+52 55 8765 4321', null, '+525587654321'],
  ['+55 31 8765-4321', null, '+5531987654321'],
  ['(31) 8765-4321', 'BR', '+5531987654321'],
  // A landline.
  ['+55 31 3234-5678', null, '+553132345678'],
  ['+401', null, null],
  ['hello', 'RO', null],
])('normalizes %s in %s to %s', (written, country, expected) => {
  expect(toE164(written, country)).toBe(expected);
});

test.each([
  ['+40721234567', 'RO'],
  ['+12025550123', 'US'],
  // A possible number without a known area: the main country of its calling code.
  ['+15550100000', 'US'],
  ['+80012345678', 'ZZ'],
])('%s belongs to %s', (number, country) => {
  expect(countryOf(number)).toBe(country);
});

test.each([
  ['+40 721 234 567', null, '+40721234567'],
  ['0721 234 567', 'RO', '+40721234567'],
  ['+12015550123', null, '+12015550123'],
  ['+5215587654321', null, '+525587654321'],
  ['+553187654321', null, '+5531987654321'],
  ['+15550001234', null, '+15550001234'],
  ['+447700900123', null, '+447700900123'],
  ['+447700800123', null, '+447700800123'],
  ['+80012345678', null, '+80012345678'],
  ['+40000000000', null, null],
  ['+40111111111', null, null],
  ['+11111111111', null, null],
  ['+40721000001;ext=5', null, null],
  ['0721 000 001 ext. 5', 'RO', null],
  ['+40721000001 x5', null, null],
  ['hello', null, null],
])('%s in %s is dialed as %s', (written, country, expected) => {
  expect(toCallable(written, country)).toBe(expected);
});
