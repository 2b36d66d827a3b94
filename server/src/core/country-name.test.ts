import { expect, test } from 'vitest';
import { countryName } from './country-name.ts';

test.each([
  ['RO', 'Romania'],
  ['ZZZ', 'ZZZ'],
  ['', ''],
])('%j becomes %j', (code, name) => {
  expect(countryName(code)).toBe(name);
});
