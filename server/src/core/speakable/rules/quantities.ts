import type { NumberWords } from '../languages/number-words.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';
import {
  MAX_DIGITS,
  NUMBER,
  parseNumber,
  SPACED_NUMBER,
  sayAmount,
  sayNumber,
  sayRange,
} from '../number-text.ts';
import { at, END, escaped, group, type NumberContext, type Rule } from './rule.ts';

/** `/month`, `/m²`, `/md.` */
export function perPattern({ units }: NumberWords): string {
  const abbreviations = Object.keys(units).filter((unit) => unit.endsWith('.'));
  return `(?: ?/ ?(?<per>${[...abbreviations.map((unit) => escaped([unit])), '\\p{L}+[²³]?'].join('|')}))?`;
}

export function sayPer(match: RegExpExecArray, numbers: NumberWords): string {
  const per = group(match, 'per');
  if (per === '') return '';
  const unit = Object.hasOwn(numbers.units, per) ? numbers.units[per] : undefined;
  const word = unit?.one ?? per;
  return ` ${numbers.perUnit?.(word) ?? `${numbers.per} ${word}`}`;
}

export const LEAD = '(?<lead>[-−–+±≈~])?';

/** `3 m²`, `20–25 °C`, `5 %`, `100 km/h`. */
export function unitRule(numbers: NumberWords): Rule<NumberContext> {
  const units = escaped(Object.keys(numbers.units));
  return {
    pattern: at(
      `${LEAD}(?<from>${SPACED_NUMBER})(?: ?[-–] ?(?<until>${NUMBER}))? ?(?<unit>${units})(?![\\p{L}\\p{N}/²³])${perPattern(numbers)}${END}`,
    ),
    speak: (match, { before, after, language }) => {
      const unit = group(match, 'unit');
      const noun = numbers.units[unit];
      const until = group(match, 'until');
      const from = parseNumber(group(match, 'from'), numbers.decimalSign);
      if (noun === undefined) return null;
      const around = { before, after: ` ${unit}${after}` };
      const spoken =
        until === ''
          ? sayAmount(from, noun, { numbers, around })
          : sayRange(numbers, around, (part, within) =>
              part === 'last'
                ? sayAmount(parseNumber(until, numbers.decimalSign), noun, { numbers, around: within })
                : sayNumber(from, numbers, {
                    ...within,
                    after: ` ${from.whole === '1' ? noun.one : noun.many}`,
                  }),
            );
      if (spoken === null) return null;
      return `${sayLead(group(match, 'lead'), numbers, language)}${spoken}${sayPer(match, numbers)}`;
    },
  };
}

/** `5th`, `3. Stock`, `al 5-lea`; `1.–3. Mai`. */
export function ordinalRules(numbers: NumberWords): Rule<NumberContext>[] {
  const single: Rule<NumberContext> = {
    pattern: at(numbers.ordinalPattern),
    speak: (match, { before, after }) => {
      const number = group(match, 'number');
      const ending = match[0].slice(match[0].indexOf(number) + number.length);
      const around = { before, after };
      if (!numbers.isOrdinal(around)) return null;
      const whole = number.replaceAll(',', '');
      // The voice reads `0th` better than the digit and the letters apart.
      return hasOrdinal(whole) ? numbers.ordinal(whole, around, ending) : match[0];
    },
  };
  if (!numbers.ordinalPattern.includes('\\.(?= ')) return [single];
  const span: Rule<NumberContext> = {
    pattern: at(String.raw`(?<first>\d{1,2})\.[-–](?<last>\d{1,2})\.(?= \p{L})`),
    speak: (match, around) => {
      const written = [group(match, 'first'), group(match, 'last')];
      if (!written.every(hasOrdinal)) return null;
      const [first, last] = written.map((whole) => numbers.ordinal(whole, around, '.'));
      return `${first} ${numbers.to} ${last}`;
    },
  };
  return [span, single];
}

/** Zero and numbers too long for a quantity have no ordinal words. */
function hasOrdinal(whole: string): boolean {
  return whole.length <= MAX_DIGITS && /[1-9]/.test(whole);
}

/** `1/2`, `2½`, `24/7`. */
export function fractionRule(numbers: NumberWords): Rule<NumberContext> {
  return {
    pattern: at(
      `(?<whole>\\d{1,3})?(?: ?(?<fraction>${escaped(Object.keys(numbers.fractions))}))(?![\\d/])` +
        `(?: ?(?<unit>${escaped(Object.keys(numbers.units))})(?![\\p{L}\\p{N}/²³]))?${END}`,
    ),
    speak: (match, { before, after }) => {
      const plain = numbers.fractions[group(match, 'fraction')];
      const whole = group(match, 'whole');
      if (plain === undefined) return null;
      const noun = numbers.units[group(match, 'unit')];
      const fraction = numbers.fractionBefore?.(plain, noun === undefined ? after : ` ${noun.one}`) ?? plain;
      const part = noun === undefined ? '' : ` ${numbers.afterFraction?.(noun) ?? noun.one}`;
      if (whole === '') return fraction + part;
      // `21/2` is not a mixed number.
      if (/^\d/.test(group(match, 'fraction'))) return null;
      const mixed = numbers.withFraction(numbers.cardinal(whole, { before, after }), fraction);
      return noun === undefined ? mixed : `${mixed} ${noun.many}`;
    },
  };
}

/** `9–17`, `10 - 12`; not `555-1234` or descending numbers. */
export function rangeRule(numbers: NumberWords): Rule<NumberContext> {
  const { afterRange } = numbers;
  const noun = afterRange === undefined ? '' : `(?: (?<noun>${afterRange.pattern}))?`;
  return {
    pattern: at(`(?<from>\\d{1,4})(?: ?– ?|-| - )(?<until>\\d{1,4})${noun}${END}`),
    speak: (match, { before, after }) => {
      const from = group(match, 'from');
      const until = group(match, 'until');
      if (!isRange(from, until)) return null;
      const isYears = /^(?:1[1-9]|20)\d{2}$/.test(from) && from.length === until.length;
      const spoken = sayRange(numbers, { before, after }, (part, around) => {
        const number = part === 'first' ? from : until;
        return isYears && numbers.from === undefined
          ? numbers.year(Number(number))
          : numbers.cardinal(number, around);
      });
      const counted = group(match, 'noun');
      return counted === '' ? spoken : `${spoken} ${afterRange?.form(counted)}`;
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
    speak: (match, { after }) => {
      const sizes = ['first', 'second', 'third']
        .map((name) => group(match, name))
        .filter((text) => text !== '')
        .map((text) => parseNumber(text, numbers.decimalSign));
      const noun = numbers.units[group(match, 'unit')];
      const spoken = sizes.map((size, index) =>
        index === sizes.length - 1 && noun !== undefined
          ? sayAmount(size, noun, { numbers })
          : sayNumber(size, numbers),
      );
      const isPrice = noun === undefined && /^ ?[€$£]/.test(after);
      if (isPrice || spoken.includes(null)) return null;
      const isProduct = noun === undefined && match[0].includes('×');
      return spoken.join(` ${isProduct ? numbers.operators['×'] : numbers.by} `);
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

/** `nº A-4711`: the sign before a code, which another rule reads. */
export function numberSignRule(numbers: NumberWords): Rule<NumberContext> {
  return {
    pattern: at(`(?:${escaped(Object.keys(numbers.numberSigns))})(?= [\\p{Lu}\\p{N}-]*\\p{N}| d[eio] )`),
    speak: ([sign]) => numbers.numberSigns[sign] ?? null,
  };
}

/** The sign before a number: `-`, `+`, `±`. @returns with a space behind, or nothing */
export function sayLead(sign: string, { minus, operators }: NumberWords, { signs }: SpokenLanguage): string {
  if (sign === '') return '';
  return `${sign === '+' ? signs.plus : (operators[sign === '~' ? '≈' : sign] ?? minus)} `;
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
        (numbers.decimalSign === ',' || text.endsWith('.000')) && /^\d{1,3}(?:\.\d{3})+$/.test(text)
          ? sayNumber(parseNumber(text, ','), numbers)
          : text
              .split('.')
              .map((part) => numbers.cardinal(part))
              .join(` ${language.signs.dot} `),
    },
    {
      pattern: at(
        `(?:(?<sign>${escaped(Object.keys(numbers.numberSigns))}) ?|(?<plain>[-−+±≈~]))?(?<number>${number})(?<plus>\\+)?(?:-(?=\\p{L}{2})|(?<letter>(?!s(?!\\p{L}))\\p{L})?${END})`,
      ),
      speak: (match, { before, after, language }) => {
        const sign = numbers.numberSigns[group(match, 'sign')];
        const plain = group(match, 'plain');
        const letter = group(match, 'letter').toUpperCase();
        const value = parseNumber(group(match, 'number'), numbers.decimalSign);
        const around = letter === '' && !match[0].endsWith('-') ? { before, after } : undefined;
        const spoken = sayNumber(value, numbers, around);
        if (spoken === null) return null;
        const lead = sign === undefined ? sayLead(plain, numbers, language) : `${sign} `;
        const plus = group(match, 'plus') === '' ? '' : ` ${language.signs.plus}`;
        return `${lead}${spoken}${plus}${letter === '' ? '' : ` ${letter === 'X' ? numbers.operators['×'] : letter}`}${match[0].endsWith('-') ? '-' : ''}`;
      },
    },
  ];
}
