import type { NumberWords } from '../languages/number-words.ts';
import { at, END, escaped, group, type NumberContext, type Rule } from './rule.ts';

/** Abbreviations with inner periods, with or without spaces (`z. B.`), words with a period, `Mme`. */
export function abbreviationRules(numbers: NumberWords): Rule<NumberContext>[] {
  const speak: Rule<NumberContext>['speak'] = (match, { before, after }) => {
    const written = group(match, 'word').replaceAll(' ', '');
    // Max is a name, too.
    const word = written === 'Max' && !/^\s*\d/.test(after) ? written : written.toLowerCase();
    return sayAbbreviation(word, numbers, { before, after });
  };
  return [
    String.raw`(?<word>\p{L}{1,5}(?:\.[ -]?\p{L}{1,5}(?:-\p{L})?){1,3}?)\.?`,
    String.raw`(?<word>[\p{L}-]{1,24})\.`,
    `(?<word>${escaped(numbers.shortWords ?? [])})`,
  ].map((pattern) => ({ pattern: at(pattern + END), speak }));
}

function sayAbbreviation(
  word: string,
  numbers: NumberWords,
  around: { before: string; after: string },
): string | null {
  const known =
    isInPlace(word, numbers, around.after) && Object.hasOwn(numbers.abbreviations, word)
      ? numbers.abbreviations[word]
      : undefined;
  return numbers.abbreviation(word, around) ?? (known || null);
}

/** `art.` is an article before a number, `st.` a saint before a name. */
function isInPlace(word: string, { beforeDigits, beforeNames }: NumberWords, after: string): boolean {
  if (beforeDigits?.includes(word) === true) return /^\s*\d/.test(after);
  return (
    beforeNames?.includes(word) !== true || /^\s+(?:d[aeiou]s?\s|\p{Lu}|\p{Script=Arabic}{2})/u.test(after)
  );
}
