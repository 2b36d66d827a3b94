import type { NumberWords, WrittenDate } from '../languages/number-words.ts';
import { sayRange } from '../number-text.ts';
import { at, END, escaped, group, type NumberContext, type Rule } from './rule.ts';

/** `2026-11-28`, `28.11.2026`, `11/28/2026`, `28.11.`, `November 28`, `3. Mai 2026`. */
export function dateRules(numbers: NumberWords): Rule<NumberContext>[] {
  const days = [
    String.raw`(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})`,
    String.raw`(?<year>(?:19|20)\d{2})/(?<month>\d{1,2})/(?<day>\d{1,2})`,
    String.raw`(?<day>\d{1,2})\. ?(?<month>\d{1,2})\. ?(?<year>\d{4})`,
    String.raw`(?<first>\d{1,2})/(?<second>\d{1,2})/(?<year>\d{4}|\d{2})`,
    String.raw`(?<day>\d{1,2})-(?<month>\d{1,2})-(?<year>(?:19|20)\d{2})`,
  ];
  const rules: Rule<NumberContext>[] = [...days, ...numbers.datePatterns].map((pattern) => ({
    pattern: at(pattern + END),
    speak: sayDate,
  }));
  if (numbers.beforeYearlessDate !== null) {
    rules.push({
      pattern: at(String.raw`(?<day>\d{1,2})[./](?<month>\d{1,2})(?:\.(?=[,;]))?${END}`),
      speak: sayYearless,
    });
  }
  return rules;
}

function sayDate(match: RegExpExecArray, { numbers, before, after }: NumberContext): string | null {
  const date = writtenDate(match, numbers);
  return date === null ? null : numbers.date(date, { before, after });
}

function sayYearless(match: RegExpExecArray, context: NumberContext): string | null {
  const isNamed = context.numbers.beforeYearlessDate?.test(context.before) === true;
  // `28/11` can only be a date; `3/4` may be a fraction.
  const isClear = match[0].includes('/') && Number(group(match, 'day')) > 12 && !/^24\/0?7$/.test(match[0]);
  return isNamed || isClear ? sayDate(match, context) : null;
}

function writtenDate(match: RegExpExecArray, numbers: NumberWords): WrittenDate | null {
  const first = Number(group(match, 'first'));
  const second = Number(group(match, 'second'));
  const isMonthFirst = first > 0 && (second > 12 || (numbers.isMonthFirst && first <= 12));
  const written = group(match, 'month').toLowerCase().replace(/\.$/, '');
  const month = numbers.monthNames[written] ?? (Number(written) || (isMonthFirst ? first : second));
  const day = Number(group(match, 'day')) || (isMonthFirst ? second : first);
  const year = group(match, 'year');
  if (month < 1 || month > 12 || day < 1 || day > 31) return null;
  return { year: year === '' ? null : Number(year.padStart(4, '20')), month, day };
}

/** A year, if the words around four digits indicate one. */
export function yearRule(): Rule<NumberContext> {
  return {
    pattern: at(String.raw`(?:1[1-9]|20)\d{2}${END}`),
    speak: ([text], { numbers, before, after }) =>
      numbers.beforeYear.test(before) && numbers.afterYear.test(after) ? numbers.year(Number(text)) : null,
  };
}

/** `14:30`, `2:30 pm`, `10 Uhr`, `14h30`, `9:00–17:00`. */
export function timeRules(numbers: NumberWords): Rule<NumberContext>[] {
  const time = numbers.timePattern;
  const until = time.replace(/\(\?<(\w+)>/g, '(?<$1Until>');
  return [
    {
      pattern: at(`${time} ?[-–] ?${until}${END}`),
      speak: (match, context) => {
        const times = {
          first: writtenTime(match, '', { ...context, isSpan: true }),
          last: writtenTime(match, 'Until', { ...context, isSpan: true }),
        };
        return sayRange(numbers, context, (part, around) => {
          const found = times[part];
          return found === null ? null : numbers.time(found, around);
        });
      },
    },
    {
      pattern: at(`${time}${END}`),
      speak: (match, context) => {
        // `10 h` is a duration.
        if (/^\d+ ?h$/.test(match[0])) return null;
        const found = writtenTime(match, '', context);
        return found === null ? null : numbers.time(found, context);
      },
    },
  ];
}

function writtenTime(
  match: RegExpExecArray,
  suffix: string,
  { numbers, before, after, isSpan = false }: NumberContext & { isSpan?: boolean },
) {
  const hour = Number(group(match, `hour${suffix}`));
  const minute = Number(group(match, `minute${suffix}`) || 0);
  const half = group(match, `half${suffix}`).trim();
  const sign = group(match, `sign${suffix}`);
  // A period separates hours and minutes only if the words around name a time: `8.30–16.00` may be a price.
  const isNamed =
    /\p{L}\.?$/u.test(match[0]) ||
    numbers.beforeTime?.test(before) === true ||
    (isSpan && numbers.beforeTime !== undefined && !/^ ?(?:[€$£%]|\p{L}{1,4}(?!\p{L}))/u.test(after));
  // `8.30–19`
  const isHourOfSpan = isSpan && group(match, 'sign') + group(match, 'signUntil') !== '';
  const isTime = half !== '' || (sign === '' ? isHourOfSpan : sign !== '.' || isNamed);
  if (!isTime || hour > 24 || minute > 59 || (/^[ap]\.? ?m/i.test(half) && hour > 12)) return null;
  return { hour, minute, half };
}

/** `Mon–Fri`, `Mo.-Fr.`; single weekdays are left to the voice. */
export function weekdayRule(numbers: NumberWords): Rule<NumberContext> {
  const day = (name: string): string => `(?<${name}>${escaped(Object.keys(numbers.weekdays))})`;
  return {
    pattern: at(`${day('from')}\\.? ?[-–] ?${day('until')}\\.?(?![\\p{L}\\p{N}])`),
    speak: (match, around) =>
      sayRange(
        numbers,
        around,
        (part) => numbers.weekdays[group(match, part === 'first' ? 'from' : 'until')] ?? null,
      ),
  };
}
