import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { describe, expect, test } from 'vitest';
import { PLACES } from '../../../../test/kit/fixtures/places-and-zones.ts';
import { phonePlaces, phoneTimezones } from '../../../../test/kit/phone-places.ts';
import { clockOf, clocksOf } from '../../../../test/kit/zone-clocks.ts';
import { canonicalZone, countriesOfCode, zonesOfCountry } from './country-zones.ts';
import { AREA_TABLES, zonesOfArea } from './number-zones.ts';

const TABLED = Object.entries(AREA_TABLES).map(([country, table]) => ({
  country: asCountry(country),
  table,
}));

function asCountry(text: string): CountryCode {
  const country = getCountries().find((candidate) => candidate === text);
  if (country === undefined) throw new Error(`${text} is no country.`);
  return country;
}

const prefixesOf = (table: (typeof TABLED)[number]['table']): string[] =>
  table.flatMap(([, prefixes]) => prefixes.split(/\s+/));

describe.each(TABLED)('the areas of $country', ({ country, table }) => {
  test('have distinct prefixes of one to six digits', () => {
    const prefixes = prefixesOf(table);
    expect(prefixes.filter((prefix) => !/^\d{1,6}$/.test(prefix))).toEqual([]);
    expect(prefixes.length).toBe(new Set(prefixes).size);
  });

  test('have zones of the country, or of one that shares its calling code', () => {
    const sharing = countriesOfCode(getCountryCallingCode(country)).flatMap(zonesOfCountry);
    const own = new Set(sharing);
    for (const [zones] of table) {
      expect(zones.split(' ').filter((zone) => !own.has(canonicalZone(zone)))).toEqual([]);
    }
  });

  test('do not include an unknown prefix, and the country has several zones', () => {
    expect(zonesOfArea(country, '000000000')).toBeNull();
    expect(clocksOf(zonesOfCountry(country)).size).toBeGreaterThan(1);
  });
});

test('all countries with several zones have a table, except FM, GL, KI, PF and PG', () => {
  const several = getCountries().filter((country) => clocksOf(zonesOfCountry(country)).size > 1);
  const without = several.filter((country) => AREA_TABLES[country] === undefined);
  expect(without.sort()).toEqual(['FM', 'GL', 'KI', 'PF', 'PG']);
});

/** Prefixes, without the country code, with wrong zones in Google's table, and the reasons. */
const WRONG: readonly (readonly [CountryCode, RegExp, string])[] = [
  ['US', /^689$/, 'Orlando, as 407, not in the Central zone'],
  ['US', /^907581$/, 'Unalaska, which is no part of Hawaii'],
  ['CA', /^474$/, 'Saskatchewan, as 306, does not put clocks forward'],
  ['MX', /^(?:614|649|652|657|659)$/, 'Chihuahua has Central time since 2022'],
  ['MX', /^663$/, 'Tijuana, as 664'],
  ['BR', /^81/, 'Recife: of its numbers only 3619 are of Fernando de Noronha'],
  ['BR', /^553682$/, 'Rio Grande do Sul has the time of Brasília'],
  ['BR', /^(?:673480|693527|925009)$/, 'these states are an hour behind Brasília'],
  ['RU', /^40$/, 'Kaliningrad does not put clocks forward as Bucharest does'],
  ['RU', /^845$/, 'Saratov is an hour before Moscow since 2016'],
  ['AU', /^7$/, 'Queensland does not put clocks forward'],
  ['AU', /^8[69]/, 'Western Australia has no time of Adelaide'],
  ['AU', /^8[78]/, 'South Australia and the Northern Territory have no time of Perth'],
  ['CD', /^6$/, 'Kivu and Maniema have the time of Lubumbashi'],
  ['ES', /^827$/, 'Cáceres, as 927'],
];

describe("includes the zones of Google's table", () => {
  const isWrong = (country: CountryCode, prefix: string): boolean =>
    WRONG.some(([wrong, prefixes]) => wrong === country && prefixes.test(prefix));

  test.each(TABLED)('in $country, except for its listed errors', ({ country }) => {
    const code = getCountryCallingCode(country);
    const missing: string[] = [];
    for (const [digits, zones] of phoneTimezones()) {
      const prefix = digits.slice(code.length);
      if (!digits.startsWith(code) || prefix === '' || isWrong(country, prefix)) continue;
      const ours = clocksOf(zonesOfArea(country, prefix) ?? zonesOfCountry(country));
      const others = zones.split('&').filter((zone) => !ours.has(clockOf(zone)) && isOf(country, zone));
      if (others.length > 0) missing.push(`${prefix}: ${others.join()}`);
    }
    expect(missing).toEqual([]);
  });

  test('but none of its listed errors', () => {
    for (const [country, prefixes] of WRONG) {
      const code = getCountryCallingCode(country);
      const wrong = [...phoneTimezones()].filter(([digits, zones]) => {
        const prefix = digits.slice(code.length);
        if (!digits.startsWith(code) || !prefixes.test(prefix)) return false;
        const ours = clocksOf(zonesOfArea(country, prefix) ?? []);
        return zones.split('&').some((zone) => !ours.has(clockOf(zone)));
      });
      expect([prefixes, wrong.length > 0]).toEqual([prefixes, true]);
    }
  });
});

/** True if the zone has the same clock as a zone of the country. */
function isOf(country: CountryCode, zone: string): boolean {
  return clocksOf(zonesOfCountry(country)).has(clockOf(zone));
}

describe('finds the zones of named places', () => {
  test.each(PLACES)('in $country: $what', ({ country, zoneOf, isExact, atLeast }) => {
    const wrong: string[] = [];
    let evaluated = 0;
    for (const [prefix, name] of phonePlaces(getCountryCallingCode(country))) {
      const zones = zoneOf(name, prefix);
      if (zones === null) continue;
      evaluated += 1;
      const known = clocksOf(zones);
      const ours = clocksOf(zonesOfArea(country, prefix) ?? zonesOfCountry(country));
      const isRight = isExact ? isSubset(ours, known) : isSubset(known, ours);
      if (!isRight) wrong.push(`${prefix} ${name}: ${zonesOfArea(country, prefix)?.join() ?? 'all'}`);
    }
    expect(wrong).toEqual([]);
    expect(evaluated).toBeGreaterThanOrEqual(atLeast);
  });
});

function isSubset(some: ReadonlySet<string>, all: ReadonlySet<string>): boolean {
  return [...some].every((one) => all.has(one));
}
