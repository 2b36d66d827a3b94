import { expect, test } from 'vitest';
import { countryName } from './country-name.ts';

test.each([
  ['RO', 'Romania'],
  ['ZZZ', 'ZZZ'],
  ['', ''],
])('%j is called %j', (code, name) => {
  expect(countryName(code)).toBe(name);
});
