import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js/max';
import metadata from 'libphonenumber-js/max/metadata';

/** Regions that the phone library knows and JavaScript has no zones of, and whose clocks they have. */
const CLOCKS_OF: Partial<Record<CountryCode, string>> = { AC: 'SH', TA: 'SH', XK: 'RS' };

/** IANA names of a country's zones, by the region data of JavaScript itself. */
export const zonesOfCountry = remembering((country: CountryCode): readonly string[] =>
  namedZones(new Intl.Locale(`und-${CLOCKS_OF[country] ?? country}`)).map(canonicalZone),
);

/** @param callingCode `40`; no country has `800` */
export const countriesOfCode = remembering((callingCode: string): readonly CountryCode[] =>
  getCountries().filter((country) => getCountryCallingCode(country) === callingCode),
);

/** Calling codes of no country, in whose numbers no place is to be seen: satellites, international freephone. */
export const ZONELESS_CODES: readonly string[] = Object.keys(metadata.nonGeographic);

/** One name for zones that have several. */
export const canonicalZone = remembering(
  (zone: string): string => new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone,
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
