import parsePhoneNumber, { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';

const LAST_DIGITS = 3;

/** To check a thousand numbers takes tens of milliseconds of the thread that answers requests: once a country. */
const inventories = new Map<string, readonly string[]>();

/** Numbers (E.164) around the country's example in the public numbering plan: valid, and always the same ones. */
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
