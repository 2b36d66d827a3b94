import parsePhoneNumber, { type CountryCode, type PhoneNumber } from 'libphonenumber-js/max';
import { zonesOfArea } from './area-zones.ts';
import { countriesOfCode, zonesOfCountry } from './country-zones.ts';

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
  const isPlace = isOfPlace(number);
  const { nationalNumber, country: first } = number;
  // An area code of North America is of one country: to ask all of them takes half a millisecond.
  const isOfOne = isPlace && first !== undefined && number.countryCallingCode === '1';
  const zones = (isOfOne ? [first] : possibleCountries(number)).flatMap(
    (country) => (isPlace ? zonesOfArea(country, nationalNumber) : null) ?? zonesOfCountry(country),
  );
  return [...new Set(zones)].sort().join('&');
}

/** Only a number of a place says by its digits where it is. Mobile phones, freephone and the like may be anywhere in the country. */
function isOfPlace(number: PhoneNumber): boolean {
  const type = number.getType();
  if (type === 'FIXED_LINE') return true;
  const isMobile = type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE';
  return isMobile && MOBILES_WITH_AREA.has(number.countryCallingCode);
}

/**
 * Several countries may have the same numbers: an Australian mobile phone may as well be on Christmas Island. What is
 * valid nowhere may be of any country of its calling code.
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
