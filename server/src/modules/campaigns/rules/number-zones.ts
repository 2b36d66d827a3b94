import parsePhoneNumber, { type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import { zonesOfArea } from './area-zones.ts';
import { countriesOfCode, zonesOfCountry } from './country-zones.ts';

/** North America, Mexico, Argentina, Brazil: mobile numbers start with a geographic area code. */
const MOBILES_WITH_AREA = new Set(['1', '52', '54', '55']);

/**
 * All time zones a number may be in: IANA names, sorted, joined by `&`. Empty if unknown (satellite, international
 * toll-free, invalid); such numbers are never called.
 * @param phoneNumber E.164
 */
export function zoneKeyOf(phoneNumber: string): string {
  const number = parsePhoneNumber(phoneNumber);
  if (number === undefined) return '';
  const isGeographic = isGeographicNumber(number);
  const { nationalNumber, country: first } = number;
  // A North American area code belongs to one country; checking all of them takes half a millisecond.
  const isOneCountry = isGeographic && first !== undefined && number.countryCallingCode === '1';
  const zones = (isOneCountry ? [first] : possibleCountries(number)).flatMap(
    (country) => (isGeographic ? zonesOfArea(country, nationalNumber) : null) ?? zonesOfCountry(country),
  );
  return [...new Set(zones)].sort().join('&');
}

/** Only geographic numbers reveal their location. Toll-free and most mobile numbers may be anywhere in the country. */
function isGeographicNumber(number: PhoneNumber): boolean {
  const type = number.getType();
  if (type === 'FIXED_LINE') return true;
  const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
  return isMobile && MOBILES_WITH_AREA.has(number.countryCallingCode);
}

/**
 * Countries may share numbers: an Australian mobile may be on Christmas Island. A number valid nowhere may be in any
 * country of its calling code.
 */
function possibleCountries(number: PhoneNumber): readonly CountryCode[] {
  const sharing = countriesOfCode(number.countryCallingCode);
  const possible = sharing.filter((country) => isValidIn(number, country));
  return possible.length > 0 ? possible : sharing;
}

function isValidIn(number: PhoneNumber, country: CountryCode): boolean {
  number.country = country;
  return number.isValid();
}
