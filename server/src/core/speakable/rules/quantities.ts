import type { NumberWords } from '../languages/number-words.ts';
import { NUMBER, parseNumber, SPACED_NUMBER, sayAmount, sayNumber } from '../number-text.ts';
import { at, END, escaped, group, type NumberContext, type Rule } from './rule.ts';

const MINUS = '(?<minus>[-−])?';

/** `3 m²`, `20–25 °C`, `5 %`, `100 km/h`. */
export function unitRule(numbers: NumberWords): Rule<NumberContext> {
  const units = escaped(Object.keys(numbers.units));
  return {
    pattern: at(
      `${MINUS}(?<from>${SPACED_NUMBER})(?: ?[-–] ?(?<until>${NUMBER}))? ?(?<unit>${units})(?![\\p{L}\\p{N}/²³])(?:/(?<per>\\p{L}+))?${END}`,
    ),
    speak: (match) => {
      const noun = numbers.units[group(match, 'unit')];
      const until = group(match, 'until');
      const from = parseNumber(group(match, 'from'), numbers.decimalSign);
      const last = until === '' ? from : parseNumber(until, numbers.decimalSign);
      const spoken = noun === undefined ? null : sayAmount(last, noun, numbers);
      if (spoken === null) return null;
      const minus = group(match, 'minus') === '' ? '' : `${numbers.minus} `;
      const first = until === '' ? '' : `${sayNumber(from, numbers)} ${numbers.to} `;
      const per = group(match, 'per') === '' ? '' : ` ${numbers.per} ${group(match, 'per')}`;
      return `${minus}${first}${spoken}${per}`;
    },
  };
}

/** `5th`, `3. Stock`, `al 5-lea`. */
export function ordinalRule(numbers: NumberWords): Rule<NumberContext> {
  return {
    pattern: at(`${numbers.ordinalPattern}`),
    speak: (match, { before, after }) => {
      const around = { before, after };
      return numbers.isOrdinal(around)
        ? numbers.ordinal(group(match, 'number').replace(',', ''), around)
        : null;
    },
  };
}

/** `1/2`, `2½`, `24/7`. */
export function fractionRule(numbers: NumberWords): Rule<NumberContext> {
  return {
    pattern: at(
      `(?<whole>\\d{1,3})?(?: ?(?<fraction>${escaped(Object.keys(numbers.fractions))}))(?![\\d/])${END}`,
    ),
    speak: (match) => {
      const fraction = numbers.fractions[group(match, 'fraction')];
      const whole = group(match, 'whole');
      if (fraction === undefined) return null;
      if (whole === '') return fraction;
      // `21/2` is not a mixed number.
      if (/^\d/.test(group(match, 'fraction'))) return null;
      return numbers.withFraction(numbers.cardinal(whole), fraction);
    },
  };
}

/** `9–17`, `10 - 12`; not `555-1234` or descending numbers. */
export function rangeRule(numbers: NumberWords): Rule<NumberContext> {
  return {
    pattern: at(`(?<from>\\d{1,4})(?: ?– ?|-| - )(?<until>\\d{1,4})${END}`),
    speak: (match, { before, after }) => {
      const from = group(match, 'from');
      const until = group(match, 'until');
      if (!isRange(from, until)) return null;
      const isYears = /^(?:1[1-9]|20)\d{2}$/.test(from) && from.length === until.length;
      if (isYears) return `${numbers.year(Number(from))} ${numbers.to} ${numbers.year(Number(until))}`;
      return `${numbers.cardinal(from, { before, after })} ${numbers.to} ${numbers.cardinal(until, { before, after })}`;
    },
  };
}

/** @param from digits */
export function isRange(from: string, until: string): boolean {
  // `555-1234` is a phone number.
  const isAlike = from.length === until.length || from.length <= 2;
  return from !== '' && isAlike && !(from.startsWith('0') && from !== '0') && Number(until) > Number(from);
}

/** `90 x 200 cm`: the unit is read by another rule. */
export function sizeRule(numbers: NumberWords): Rule<NumberContext> {
  const units = escaped(Object.keys(numbers.units));
  return {
    pattern: at(
      `(?<first>${NUMBER}) ?[x×] ?(?<second>${NUMBER})(?: ?[x×] ?(?<third>${NUMBER}))?(?: ?(?<unit>${units})(?![\\p{L}\\p{N}/²³]))?${END}`,
    ),
    speak: (match) => {
      const sizes = ['first', 'second', 'third']
        .map((name) => group(match, name))
        .filter((text) => text !== '')
        .map((text) => parseNumber(text, numbers.decimalSign));
      const noun = numbers.units[group(match, 'unit')];
      const spoken = sizes.map((size, index) =>
        index === sizes.length - 1 && noun !== undefined
          ? sayAmount(size, noun, numbers)
          : sayNumber(size, numbers),
      );
      return spoken.includes(null) ? null : spoken.join(` ${numbers.by} `);
    },
  };
}

/** `5 > 3` with each sign separate, `2+2=4` in one word. */
export function operatorRules(numbers: NumberWords): Rule<NumberContext>[] {
  const signs = escaped(Object.keys(numbers.operators));
  return [
    {
      pattern: at(`(?<sign>${signs})(?=\\s)`),
      speak: (match, { before }) => (/\S\s+$/.test(before) ? (numbers.operators[match[0]] ?? null) : null),
    },
    {
      pattern: at(`${NUMBER}(?:(?:${signs})${NUMBER})+${END}`),
      speak: ([text]) => {
        const parts = text.match(new RegExp(`${NUMBER}|${signs}`, 'gu')) ?? [];
        const spoken = parts.map(
          (part) => numbers.operators[part] ?? sayNumber(parseNumber(part, numbers.decimalSign), numbers),
        );
        return spoken.includes(null) ? null : spoken.join(' ');
      },
    },
  ];
}

/** All other numbers: `2.1.3`, `#5`, `-3`, `12b`, `100+`, `10-minute`, `1,250.50`. */
export function numberRules(numbers: NumberWords): Rule<NumberContext>[] {
  // English does not separate thousands by spaces.
  const number = numbers.decimalSign === ',' ? SPACED_NUMBER : NUMBER;
  return [
    {
      pattern: at(`\\d{1,3}(?:\\.\\d{1,3}){2,}${END}`),
      speak: ([text], { language }) =>
        // Thousands in languages that separate them by a period.
        numbers.decimalSign === ',' && /^\d{1,3}(?:\.\d{3})+$/.test(text)
          ? sayNumber(parseNumber(text, ','), numbers)
          : text
              .split('.')
              .map((part) => numbers.cardinal(part))
              .join(` ${language.signs.dot} `),
    },
    {
      pattern: at(
        `(?:(?<sign>${escaped(Object.keys(numbers.numberSigns))}) ?|(?<plain>[-−+]))?(?<number>${number})(?<plus>\\+)?(?:-(?=\\p{L}{2})|(?<letter>(?!s(?!\\p{L}))\\p{L})?${END})`,
      ),
      speak: (match, { before, after }) => {
        const sign = numbers.numberSigns[group(match, 'sign')];
        const plain = group(match, 'plain');
        const letter = group(match, 'letter').toUpperCase();
        const value = parseNumber(group(match, 'number'), numbers.decimalSign);
        const around = letter === '' && !match[0].endsWith('-') ? { before, after } : undefined;
        const spoken = sayNumber(value, numbers, around);
        if (spoken === null) return null;
        const lead = sign ?? (plain === '' ? null : plain === '+' ? 'plus' : numbers.minus);
        const plus = group(match, 'plus') === '' ? '' : ' plus';
        return `${lead === null ? '' : `${lead} `}${spoken}${plus}${letter === '' ? '' : ` ${letter === 'X' ? numbers.operators['×'] : letter}`}${match[0].endsWith('-') ? '-' : ''}`;
      },
    },
  ];
}
