import type { Currency, NumberWords } from '../languages/number-words.ts';
import { parseNumber, SPACED_NUMBER, sayAmount, sayNumber, type WrittenNumber } from '../number-text.ts';
import { at, END, escaped, group, type NumberContext, type Rule } from './rule.ts';

/** `$19.99`, `1 234,50 EUR`, `-5 €`, `$10–20`, `$2 million`, `5 €/month`. */
export function moneyRules(numbers: NumberWords): Rule<NumberContext>[] {
  const signs = numbers.currencies.flatMap((currency) => currency.signs);
  const symbols = escaped(signs.filter((sign) => /[^\p{L}]|^[A-Z]{3}$/u.test(sign)));
  const scale = `(?: ?(?<scale>${escaped(Object.keys(numbers.scales))})(?![\\p{L}]))?`;
  const amount = (name: string): string => `(?<${name}>${SPACED_NUMBER})`;
  const dash = '(?:,[-–—]|\\.[-–—])?';
  const range = (sign: string): string => `(?: ?[-–] ?${sign}${amount('until')})?`;
  const per = '(?:/(?<per>\\p{L}+))?';
  const minus = '(?<minus>[-−–])?';
  const speak = (match: RegExpExecArray, { numbers: words }: NumberContext): string | null =>
    sayMoney(match, words);
  return [
    {
      pattern: at(
        `${minus}(?<sign>${symbols}) ?(?<inner>[-−])?${amount('from')}${dash}${range(`(?:${symbols})? ?`)}${scale}${per}${END}`,
      ),
      speak,
    },
    {
      pattern: at(
        `${minus}${amount('from')}${dash}${range('')}${scale} ?(?<sign>${escaped(signs)})(?!\\p{L})${per}${END}`,
      ),
      speak,
    },
  ];
}

function sayMoney(match: RegExpExecArray, numbers: NumberWords): string | null {
  const currency = numbers.currencies.find(({ signs }) => signs.includes(group(match, 'sign')));
  if (currency === undefined) return null;
  const from = parseNumber(group(match, 'from'), numbers.decimalSign);
  const until = group(match, 'until');
  const scale = group(match, 'scale');
  const last = until === '' ? from : parseNumber(until, numbers.decimalSign);
  const spoken = sayScaled(last, scale, { currency, numbers });
  if (spoken === null) return null;
  const first = until === '' ? '' : `${sayNumber(from, numbers)} ${numbers.to} `;
  const minus = group(match, 'minus') + group(match, 'inner') === '' ? '' : `${numbers.minus} `;
  const per = group(match, 'per');
  return `${minus}${first}${spoken}${per === '' ? '' : ` ${numbers.per} ${per}`}`;
}

function sayScaled(
  number: WrittenNumber,
  scale: string,
  { currency, numbers }: { currency: Currency; numbers: NumberWords },
): string | null {
  const noun = numbers.scales[scale];
  if (noun === undefined) return sayCurrency(number, currency, numbers);
  const amount = sayAmount(number, noun, numbers);
  return amount === null ? null : numbers.scaled(amount, currency.whole.many);
}

function sayCurrency(number: WrittenNumber, { whole, cent }: Currency, numbers: NumberWords): string | null {
  const { decimals } = number;
  if (decimals === '' || /^0+$/.test(decimals)) return sayAmount({ ...number, decimals: '' }, whole, numbers);
  if (decimals.length > 2) return sayAmount(number, whole, numbers);
  const cents = String(Number(decimals.padEnd(2, '0')));
  if (cent !== null && number.whole === '0') return numbers.count(cents, cent);
  const text = sayAmount({ ...number, decimals: '' }, whole, numbers);
  return text === null ? null : numbers.withCents({ text, cents, cent });
}
