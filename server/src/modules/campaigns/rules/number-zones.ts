import parsePhoneNumber, { type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import {
  canonicalZone,
  countriesOfCode,
  standardOffset,
  zonesOfCode,
  zonesOfCountry,
} from './country-zones.ts';
import { zoneTable } from './zone-table.ts';

/** North America, Mexico, Argentina, Brazil: mobile numbers begin with the area code of a place. */
const MOBILES_WITH_AREA = new Set(['1', '52', '54', '55']);

/**
 * All time zones in which the owner of a number may be, by its digits: IANA names, sorted, joined by `&`. Empty: no zone
 * is known (satellite, international freephone, no number at all), and nobody is called there.
 * @param phoneNumber E.164
 */
export function zoneKeyOf(phoneNumber: string): string {
  const number = parsePhoneNumber(phoneNumber);
  if (number === undefined) return '';
  const zones = isOfPlace(number) ? zonesOfPlace(number) : zonesOfCountries(number);
  return [...new Set(zones)].sort().join('&');
}

/**
 * Only a number of a place says by its digits where it is. Mobile phones, freephone and the like may be anywhere in the
 * country, whatever the phone library's table has for such a prefix.
 */
function isOfPlace(number: PhoneNumber): boolean {
  const type = number.getType();
  if (type === 'FIXED_LINE') return true;
  const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
  return isMobile && MOBILES_WITH_AREA.has(number.countryCallingCode);
}

function zonesOfPlace(number: PhoneNumber): readonly string[] {
  const own = zonesOfCode(number.countryCallingCode);
  return zonesOfPrefix(number.number.slice(1)).flatMap((zone) => ownZones(zone, own));
}

/** Of the longest prefix that the table has. */
function zonesOfPrefix(digits: string): readonly string[] {
  for (let length = digits.length; length > 0; length -= 1) {
    const zones = zoneTable().get(digits.slice(0, length));
    if (zones !== undefined) return zones.split('&').map(canonicalZone);
  }
  return [];
}

/**
 * The table has zones of elsewhere for some countries, Paris for Algiers, Bucharest for Kaliningrad: right in winter, an
 * hour off in summer. In their place stand the country's own of the same standard time, or all of them.
 */
function ownZones(zone: string, own: readonly string[]): readonly string[] {
  if (own.length === 0 || own.includes(zone)) return [zone];
  const alike = own.filter((candidate) => standardOffset(candidate) === standardOffset(zone));
  return alike.length > 0 ? alike : own;
}

/** Several countries may have the same numbers: an Australian mobile phone may as well be on Christmas Island. */
function zonesOfCountries(number: PhoneNumber): readonly string[] {
  const code = number.countryCallingCode;
  const sharing = countriesOfCode(code);
  const possible = sharing.filter((country) => isValidIn(number, country));
  const zones = (possible.length > 0 ? possible : sharing).flatMap(zonesOfCountry);
  return zones.length > 0 ? zones : (zoneTable().get(code)?.split('&') ?? []);
}

function isValidIn(number: PhoneNumber, country: CountryCode): boolean {
  number.country = country;
  return number.isValid();
}
