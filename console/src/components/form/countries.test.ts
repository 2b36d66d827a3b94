import { getCountries } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { COUNTRIES, COUNTRY_CODES } from './countries.ts';

test('offers every country with phone numbers, by name', () => {
  expect(COUNTRY_CODES.toSorted()).toEqual(getCountries().toSorted());
  expect(COUNTRIES).toContainEqual({ value: 'RO', label: 'Romania (RO)' });
  const unnamed = COUNTRIES.filter(({ value, label }) => label === `${value} (${value})`);
  expect(unnamed).toEqual([]);
});
