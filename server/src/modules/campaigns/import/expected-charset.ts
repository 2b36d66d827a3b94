import { countryOf } from '#contract/phone-numbers.ts';

/** The Windows encodings of spreadsheets, by country. Countries that use several are left out. */
const COUNTRIES: Readonly<Record<string, string>> = {
  'windows-1250': 'PL CZ SK HU SI HR RO AL',
  'windows-1251': 'RU UA BY BG KZ KG TJ MN',
  'windows-1253': 'GR CY',
  'windows-1254': 'TR AZ',
  'windows-1255': 'IL',
  'windows-1256': 'EG SA AE IQ JO KW LB LY QA OM YE SY BH PS SD IR PK',
  'windows-1257': 'LT LV EE',
};

const CHARSETS = new Map(
  Object.entries(COUNTRIES).flatMap(([charset, codes]) => codes.split(' ').map((code) => [code, charset])),
);

/**
 * The usual charset of a file's country, from its international phone numbers, which are ASCII in every charset.
 * @param bytes lines of the file
 * @param countryCode country of the national numbers; null if unknown
 * @returns null if unknown
 */
export function expectedCharset(bytes: Uint8Array, countryCode: string | null): string | null {
  const text = Buffer.from(bytes).toString('latin1');
  const countries = [...text.matchAll(/(?:\+|\b00)[1-9][\d ().-]{6,18}\d/g)].map(([number]) =>
    countryOf(number.replace(/^00/, '+')),
  );
  const votes = new Map<string, number>();
  for (const country of countries) {
    const charset = CHARSETS.get(country) ?? '';
    votes.set(charset, (votes.get(charset) ?? 0) + 1);
  }
  const [[charset] = [CHARSETS.get(countryCode?.toUpperCase() ?? '') ?? '']] = [...votes].sort(
    ([, one], [, other]) => other - one,
  );
  return charset === '' ? null : charset;
}
