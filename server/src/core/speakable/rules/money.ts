import type { Currency, NumberWords, WordContext } from '../languages/number-words.ts';
import {
  parseNumber,
  SPACED_NUMBER,
  sayAmount,
  sayNumber,
  sayRange,
  type WrittenNumber,
} from '../number-text.ts';
import { LEAD, perPattern, sayLead, sayPer } from './quantities.ts';
import { at, END, escaped, group, type NumberContext, type Rule } from './rule.ts';

/** `$19.99`, `1 234,50 EUR`, `-5 €`, `$10–20`, `$2 million`, `5 €/month`. */
export function moneyRules(numbers: NumberWords): Rule<NumberContext>[] {
  const signs = numbers.currencies.flatMap((currency) => currency.signs);
  const symbols = escaped(signs.filter((sign) => /[^\p{L}]|^[A-Z]{3}$/u.test(sign)));
  const codes = escaped(signs.filter((sign) => /^[A-Z]{3}$/.test(sign)));
  const scale = `(?: ?(?<scale>${escaped(Object.keys(numbers.scales))})(?![\\p{L}]))?`;
  const amount = (name: string): string => `(?<${name}>${SPACED_NUMBER})`;
  const dash = '(?:,[-–—]|\\.[-–—])?';
  const range = (sign: string): string => `(?: ?[-–] ?${sign}${amount('until')})?`;
  return [
    {
      pattern: at(
        `${LEAD}(?<sign>${symbols}) ?(?<inner>[-−])?${amount('from')}${dash}${range(`(?:${symbols})? ?`)}${scale}(?: ?(?<code>${codes}))?${perPattern(numbers)}${END}`,
      ),
      speak: sayMoney,
    },
    {
      pattern: at(
        `${LEAD}${amount('from')}${dash}${range('')}${scale} ?(?<sign>${escaped(signs)})(?!\\p{L})${perPattern(numbers)}${END}`,
      ),
      speak: sayMoney,
    },
  ];
}

function sayMoney(
  match: RegExpExecArray,
  { numbers, language, before, after }: NumberContext,
): string | null {
  // `$100 MXN`: the code is more precise.
  const sign = group(match, 'code') || group(match, 'sign');
  const currency = numbers.currencies.find(({ signs }) => signs.includes(sign));
  if (currency === undefined) return null;
  const from = parseNumber(group(match, 'from'), numbers.decimalSign);
  const until = group(match, 'until');
  const scale = group(match, 'scale');
  const say = (number: WrittenNumber, around: WordContext): string | null =>
    sayScaled(number, scale, { currency, numbers, around });
  const around = { before, after: ` ${sign}${after}` };
  const spoken =
    until === ''
      ? say(from, around)
      : sayRange(numbers, around, (part, within) =>
          part === 'last'
            ? say(parseNumber(until, numbers.decimalSign), within)
            : sayNumber({ ...from, decimals: from.decimals.replace(/^0+$/, '') }, numbers, {
                ...within,
                after: ` ${from.whole === '1' ? currency.whole.one : currency.whole.many}`,
              }),
        );
  if (spoken === null) return null;
  const lead = sayLead(group(match, 'lead') || group(match, 'inner'), numbers, language);
  return `${lead}${spoken}${sayPer(match, numbers)}`;
}

function sayScaled(
  number: WrittenNumber,
  scale: string,
  { currency, numbers, around }: { currency: Currency; numbers: NumberWords; around: WordContext },
): string | null {
  const noun = numbers.scales[scale];
  if (noun === undefined) return sayCurrency(number, currency, { numbers, around });
  const amount = sayAmount(number, noun, { numbers, around });
  return amount === null ? null : numbers.scaled(amount, currency.whole.many);
}

function sayCurrency(
  number: WrittenNumber,
  { whole, cent }: Currency,
  { numbers, around }: { numbers: NumberWords; around: WordContext },
): string | null {
  const { decimals } = number;
  const text = sayAmount({ ...number, decimals: '' }, whole, { numbers, around });
  if (decimals === '' || /^0+$/.test(decimals)) return text;
  if (decimals.length > 2) return sayAmount(number, whole, { numbers, around });
  const cents = String(Number(decimals.padEnd(2, '0')));
  if (cent !== null && number.whole === '0') return numbers.count(cents, cent, around);
  return text === null ? null : numbers.withCents({ text, cents, cent, around });
}
