import parsePhoneNumber, { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

const LAST_DIGITS = 3;

/** Validating a thousand numbers blocks the event loop for tens of milliseconds, so it happens once per country. */
const inventories = new Map<string, readonly string[]>();

/** Valid numbers (E.164) near the country's example number in the public numbering plan, always the same. */
export function inventoryOf(countryCode: string): readonly string[] {
  if (!isSupportedCountry(countryCode)) return [];
  const known = inventories.get(countryCode);
  if (known !== undefined) return known;
  const example = getExampleNumber(countryCode, examples)?.number.slice(0, -LAST_DIGITS);
  const tails = Array.from({ length: example === undefined ? 0 : 10 ** LAST_DIGITS }, (_, index) =>
    String(index).padStart(LAST_DIGITS, '0'),
  );
  const numbers = tails
    .map((tail) => `${example}${tail}`)
    .filter((number) => {
      const parsed = parsePhoneNumber(number);
      return parsed?.isValid() === true && parsed.country === countryCode;
    });
  inventories.set(countryCode, numbers);
  return numbers;
}
