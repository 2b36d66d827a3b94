import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import { zoneOffset } from './zone-offset.ts';

/** IANA names of a country's zones, by the region data of JavaScript itself; none for a few small islands. */
export const zonesOfCountry = remembering((country: CountryCode): readonly string[] =>
  namedZones(new Intl.Locale(`und-${country}`)).map(canonicalZone),
);

/** @param callingCode `40`; no country has `800` */
export const countriesOfCode = remembering((callingCode: string): readonly CountryCode[] =>
  getCountries().filter((country) => getCountryCallingCode(country) === callingCode),
);

/** Of all countries that share a calling code. */
export const zonesOfCode = remembering((callingCode: string): readonly string[] => [
  ...new Set(countriesOfCode(callingCode).flatMap(zonesOfCountry)),
]);

/** One name for zones that have several. */
export const canonicalZone = remembering(
  (zone: string): string => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
);

const MIDWINTER = new Date('2026-01-15T12:00:00Z');
const MIDSUMMER = new Date('2026-07-15T12:00:00Z');

/** Minutes east of Greenwich without summer time, north and south of the equator. */
export const standardOffset = remembering((zone: string): number =>
  Math.min(zoneOffset(MIDWINTER, zone), zoneOffset(MIDSUMMER, zone)),
);

/** Node 22 has the property alone, later versions the method that took its place. */
function namedZones(locale: Intl.Locale): readonly string[] {
  if ('getTimeZones' in locale && typeof locale.getTimeZones === 'function') {
    return asTexts(locale.getTimeZones());
  }
  return 'timeZones' in locale ? asTexts(locale.timeZones) : [];
}

function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** For keys of which there are a few hundred. */
function remembering<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  return (key) => {
    const value = found.get(key) ?? find(key);
    found.set(key, value);
    return value;
  };
}
