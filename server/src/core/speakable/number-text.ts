import type { Noun, NumberWords, WordContext } from './languages/number-words.ts';

/**
 * A number in digits, with thousands and decimals in any style of our languages. It matches a text in one way only, and
 * up to its last digit: a second way would make the time for a chain of numbers exponential.
 */
export const NUMBER = String.raw`(?:\d{1,3}(?:[.,'’]\d{3})+(?:[.,](?:\d{1,2}|\d{4}))?|(?!\d{1,3}[.,]\d{3}(?!\d))\d+(?:[.,]\d+)?)(?!\d|[.,'’]\d)`;
/** A number that may have spaces between thousands, up to 15 digits; matched only before a counted noun. */
export const SPACED_NUMBER = String.raw`(?:(?!\d{1,3}(?: \d{3}){5}(?!\d))\d{1,3}(?: \d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|${NUMBER})`;

/** More digits are not read as a quantity. */
export const MAX_DIGITS = 15;

export interface WrittenNumber {
  /** Digits, at least one. */
  whole: string;
  /** Digits after the decimal sign; empty if there are none. */
  decimals: string;
}

/**
 * Parses a written number. With a single sign followed by three digits, the sign separates thousands, unless it is the
 * language's decimal sign: `1.234` is 1234 in German and a fraction in English.
 */
export function parseNumber(text: string, decimalSign: '.' | ','): WrittenNumber {
  const plain = text.replace(/[ '’]/g, '');
  const signs = [...plain.matchAll(/[.,]/g)];
  const last = signs.at(-1);
  if (last === undefined) return numberOf(plain, '');
  const sign = last[0];
  const behind = plain.slice(last.index + 1);
  const others = signs.some((one) => one[0] !== sign);
  const isRepeated = signs.filter((one) => one[0] === sign).length > 1;
  const isThousands = !others && behind.length === 3 && sign !== decimalSign && !plain.startsWith('0');
  if (isRepeated || isThousands) return numberOf(plain.replace(/[.,]/g, ''), '');
  return numberOf(plain.slice(0, last.index).replace(/[.,]/g, ''), behind);
}

function numberOf(whole: string, decimals: string): WrittenNumber {
  return { whole: whole.replace(/^0+(?=\d)/, ''), decimals };
}

/** `three point one four`; null if too long for a quantity. */
export function sayNumber(
  { whole, decimals }: WrittenNumber,
  numbers: NumberWords,
  around?: WordContext,
): string | null {
  if (whole.length > MAX_DIGITS) return null;
  if (decimals === '') return numbers.cardinal(whole, around);
  return `${numbers.cardinal(whole)} ${numbers.point} ${numbers.decimals(decimals)}`;
}

/** `three square meters`, `one point five hours`; null if too long. */
export function sayAmount(
  number: WrittenNumber,
  noun: Noun,
  { numbers, around }: { numbers: NumberWords; around?: WordContext },
): string | null {
  if (number.whole.length > MAX_DIGITS) return null;
  if (number.decimals === '') return numbers.count(number.whole, noun, around);
  return `${sayNumber(number, numbers)} ${numbers.afterDecimals?.(noun, number.whole) ?? noun.many}`;
}

/**
 * `three to five`, with the second part in the form that the words between them require.
 * @param say one part; null for a false match
 */
export function sayRange(
  { from, to }: NumberWords,
  { before, after }: WordContext,
  say: (part: 'first' | 'last', around: WordContext) => string | null,
): string | null {
  const lead = from === undefined || before.toLowerCase().endsWith(`${from} `) ? '' : `${from} `;
  const first = say('first', { before: `${before}${lead}`, after });
  const last = say('last', { before: `${to} `, after });
  return first === null || last === null ? null : `${lead}${first} ${to} ${last}`;
}
