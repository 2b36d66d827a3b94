import type { Currency, Noun, NumberWords } from './number-words.ts';

export const noun = (one: string, many: string): Noun => ({ one, many });
export const feminine = (one: string, many: string): Noun => ({ one, many, gender: 'feminine' });
export const neuter = (one: string, many: string): Noun => ({ one, many, gender: 'neuter' });
/** The number before the noun keeps its plain form. */
export const bare = (words: string): Noun => ({ one: words, many: words, isBare: true });

/** @param signs separated by spaces; signs and codes first, then words */
export function currency(whole: Noun, cent: Noun | null, signs: string): Currency {
  return { whole, cent, signs: signs.split(' ') };
}

/** @param rows nouns with their signs, separated by spaces */
export function units(...rows: readonly (readonly [signs: string, noun: Noun])[]): Record<string, Noun> {
  return Object.fromEntries(rows.flatMap(([signs, unit]) => signs.split(' ').map((sign) => [sign, unit])));
}

/** @param lists month names from January, in any number of spellings, separated by spaces */
export function monthNumbers(...lists: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    lists.flatMap((list) => list.split(' ').map((name, index) => [name.toLowerCase(), index + 1])),
  );
}

/** Full names, or an abbreviation with a period or before a year: `2 set` is no date. */
export function monthPattern(names: readonly string[], abbreviations: string): string {
  const short = abbreviations.split(' ').join('|');
  return `(?<month>(?:${names.join('|')})(?!\\p{L})|(?:${short})(?:\\.|(?= (?:de )?(?:19|20)\\d{2})))`;
}

const FRACTIONS = ['1/2', '1/3', '2/3', '1/4', '3/4', '24/7', '½', '⅓', '⅔', '¼', '¾'];
const OPERATORS = ['>', '<', '=', '+', '×', '÷', '≥', '≤', '≈', '±', '−', '*'];

/** @param words for `1/2`, `1/3`, `2/3`, `1/4`, `3/4`, `24/7` and `½`, separated by commas */
export function fractions(words: string): Record<string, string> {
  const all = words.split(', ');
  return zipped(FRACTIONS, [...all, ...all.slice(1, 5)]);
}

/** @param words for `>`, `<`, `=`, `+`, `×`, `÷`, `≥`, `≤`, `≈`, `±` and `−`, separated by commas */
export function operators(words: string): Record<string, string> {
  const all = words.split(', ');
  return zipped(OPERATORS, [...all, all[4] ?? '']);
}

/** Each abbreviation in lower case and capitalized. @param days `lun. lunedì, …` */
export function weekdays(days: string): Record<string, string> {
  return Object.fromEntries(
    days.split(', ').flatMap((day) => {
      const words = day.split(' ');
      const full = words.at(-1) ?? '';
      return words.slice(0, -1).flatMap((short) => [
        [short, full],
        [short.charAt(0).toUpperCase() + short.slice(1), full],
      ]);
    }),
  );
}

/** @param signs written before a number, separated by spaces; `§` follows in the words */
export function numberSigns(
  signs: string,
  [number, section]: readonly [string, string],
): Record<string, string> {
  return { ...Object.fromEntries(signs.split(' ').map((sign) => [sign, number])), '§': section };
}

function zipped(keys: readonly string[], values: readonly string[]): Record<string, string> {
  return Object.fromEntries(keys.map((key, index) => [key, values[index] ?? '']));
}

/** Decimals read as a number after leading zeros, one by one from three digits on. */
export function groupedDecimals(digits: string, { cardinal }: { cardinal(whole: string): string }): string {
  const zeros = /^0*/.exec(digits)?.[0] ?? '';
  const rest = digits.slice(zeros.length);
  const parts = rest.length > 2 ? [...rest] : rest === '' ? [] : [rest];
  return [...zeros, ...parts].map((part) => cardinal(part)).join(' ');
}

/** The text after a number, without a second number before the noun: `2 or 3 nights`. @param words alternatives */
export function afterAlternative(after: string, words: string): string {
  return after.replace(new RegExp(`^\\s+(?:${words})\\s+\\d{1,3}(?=\\s)`, 'u'), '');
}

interface CodeWords {
  /** Names of codes; alternatives of a pattern, like all of these. */
  codes: string;
  /** Words between a name and its code: `code number`. */
  between: string;
  /** `is`, in `the number of your order is`. */
  verbs: string;
  /** Other words before digits: `ending in`. */
  leads: string;
}

/** The patterns for a language that says `code 4711`, `the code of your order is 4711` and `4711 is your code`. */
export function codePatterns({
  codes,
  between,
  verbs,
  leads,
}: CodeWords): Pick<NumberWords, 'beforeCode' | 'afterCode'> {
  const named = `(?<!\\p{L})(?:${codes})`;
  return {
    beforeCode: new RegExp(
      `(?:${named}(?:\\s+(?:${between}))*[\\s:#="'„“«(–-]*|` +
        `${named}(?!\\p{L})[^.!?\\d]{0,40}\\s(?:${verbs})[\\s:"'„“«]*|(?<!\\p{L})(?:${leads})\\s+)$`,
      'iu',
    ),
    afterCode: new RegExp(`^\\s+(?:${verbs})\\s+(?:\\p{L}+\\s+){0,2}?(?:${codes})(?!\\p{L})`, 'iu'),
  };
}

/** Written `a.m.` and `p.m.` in all spellings. */
export const DAY_HALF = String.raw`\s?(?:[ap]\. ?m\.|[AP]\. ?M\.|[ap]m\b|[AP]M\b)`;

/** @param names in the morning, in the afternoon, in the evening; separated by commas */
export function partOfDay({ hour, half }: { hour: number; half: string }, names: string): string {
  if (!/^[ap]\.? ?m/i.test(half)) return '';
  const [morning = '', afternoon = '', evening = ''] = names.split(', ');
  if (half.toLowerCase().startsWith('a')) return ` ${hour === 12 ? evening : morning}`;
  return ` ${hour < 7 || hour === 12 ? afternoon : evening}`;
}
