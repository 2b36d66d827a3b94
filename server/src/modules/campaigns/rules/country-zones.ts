import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';

/** Regions of the phone library for which JavaScript has no zones, each with a region that has the same clocks. */
const CLOCKS_OF: Partial<Record<CountryCode, string>> = { AC: 'SH', TA: 'SH', XK: 'RS' };

/** IANA zones of a country, from JavaScript's region data. */
export const zonesOfCountry = memoize((country: CountryCode): readonly string[] =>
  namedZones(new Intl.Locale(`und-${CLOCKS_OF[country] ?? country}`)).map(canonicalZone),
);

/** @param callingCode for example `40`; `800` belongs to no country */
export const countriesOfCode = memoize((callingCode: string): readonly CountryCode[] =>
  getCountries().filter((country) => getCountryCallingCode(country) === callingCode),
);

/** Calling codes without a country: satellite phones, international toll-free. */
export const ZONELESS_CODES: readonly string[] = Object.keys(metadata.nonGeographic);

/** The canonical name of a zone. Throws a RangeError for an unknown zone. */
export const canonicalZone = memoize(
  (zone: string): string => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
);

/** Node 22 has the property `timeZones`, later versions the method `getTimeZones`. */
function namedZones(locale: Intl.Locale): readonly string[] {
  if ('getTimeZones' in locale && typeof locale.getTimeZones === 'function') {
    return asTexts(locale.getTimeZones());
  }
  return 'timeZones' in locale ? asTexts(locale.timeZones) : [];
}

function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

/** Caches all results; meant for a few hundred keys. */
function memoize<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const found = new Map<Key, Value>();
  return (key) => {
    const value = found.get(key) ?? find(key);
    found.set(key, value);
    return value;
  };
}
