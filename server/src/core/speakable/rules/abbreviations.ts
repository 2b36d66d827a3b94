import type { NumberWords } from '../languages/number-words.ts';
import { at, END, group, type NumberContext, type Rule } from './rule.ts';

/** Abbreviations with inner periods, with or without spaces (`z. B.`), then words with a period. */
export function abbreviationRule(numbers: NumberWords): Rule<NumberContext> {
  return {
    pattern: at(String.raw`(?<word>\p{L}\. ?(?:ex|\p{L})(?:\.\p{L})?|[\p{L}-]{1,24})\.${END}`),
    speak: (match, { before, after }) => {
      const word = group(match, 'word').toLowerCase().replaceAll(' ', '');
      return sayAbbreviation(word, numbers, { before, after });
    },
  };
}

function sayAbbreviation(
  word: string,
  numbers: NumberWords,
  around: { before: string; after: string },
): string | null {
  const known = Object.hasOwn(numbers.abbreviations, word) ? numbers.abbreviations[word] : undefined;
  return numbers.abbreviation(word, around) ?? (known === undefined || known === '' ? null : known);
}
