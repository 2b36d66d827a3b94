import { readFileSync } from 'node:fs';
import { getCountries } from 'libphonenumber-js/max';
import { expect, test } from 'vitest';
import { clocksOf } from '../../../../test/kit/zone-clocks.ts';
import { countriesOfCode, ZONELESS_CODES, zonesOfCountry } from './country-zones.ts';

/** `zone.tab` of the IANA time zone database: region, then zones. Independent of JavaScript's region data. */
const TABLE = new URL('../../../../test/kit/fixtures/country-zones.tsv', import.meta.url);
const OFFICIAL = new Map(
  readFileSync(TABLE, 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [country = '', zones = ''] = line.split('\t');
      return [country, zones.split(' ')] as const;
    }),
);

/** Regions of the phone library that the table lacks, each with a region that has the same clocks. */
const NOT_THERE: Record<string, string> = {
  /** Ascension and Tristan da Cunha belong to Saint Helena. */
  AC: 'SH',
  TA: 'SH',
  /** Kosovo has no ISO 3166 code yet; its clocks are those of Belgrade. */
  XK: 'RS',
};

test.each(getCountries())('%s has the clocks of the time zone database, and no other', (country) => {
  const official = OFFICIAL.get(NOT_THERE[country] ?? country);
  expect(clocksOf(zonesOfCountry(country))).toEqual(clocksOf(official ?? []));
  expect(official).not.toBeUndefined();
});

test('covers every region of the phone library', () => {
  expect(getCountries().length).toBeGreaterThanOrEqual(245);
  expect(
    getCountries()
      .filter((country) => !OFFICIAL.has(country))
      .sort(),
  ).toEqual(Object.keys(NOT_THERE).sort());
});

test('calling codes without zones belong to no country and have three digits', () => {
  expect(ZONELESS_CODES.filter((code) => !/^\d{3}$/.test(code))).toEqual([]);
  expect(ZONELESS_CODES.flatMap(countriesOfCode)).toEqual([]);
});
