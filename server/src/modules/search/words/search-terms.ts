import { type Language, STOP_WORDS } from '../../../core/stop-words.ts';
import { numberLexeme, quoted, stemLexeme } from './lexemes.ts';
import { formsIn, type WordForms } from './word-forms.ts';

/** A shorter beginning of a word fits too many words. */
const MIN_PREFIX = 3;
const MIN_DIGITS = 4;
/** Further words would only slow the search down. */
const MAX_TERMS = 20;

/** Words that a document must contain. */
export type SearchTerm =
  | { kind: 'word'; forms: WordForms; isPrefix: boolean }
  /** Exact words in this order. */
  | { kind: 'phrase'; words: readonly string[] };

export interface SearchTerms {
  terms: readonly SearchTerm[];
  /** Digits of a phone number or a part of it; null if the text is not a number. */
  digits: string | null;
}

/**
 * Words in any form, or exact phrases in double quotes. The last word may be incomplete. Words of scripts without
 * spaces are phrases of character pairs.
 */
export function searchTerms(text: string, languages: readonly Language[]): SearchTerms {
  const terms: SearchTerm[] = [];
  const parts = text.split(/["“”„«»]/u);
  for (const [index, part] of parts.entries()) {
    const isQuoted = index % 2 === 1 && index < parts.length - 1;
    const words = part.split(/\s+/u).filter((word) => word !== '');
    for (const written of isQuoted ? [part] : words) {
      const forms = formsIn(written, isQuoted ? [] : languages);
      const isLast = index === parts.length - 1 && written === words.at(-1) && !/\s$/u.test(part);
      const [first] = forms;
      if (first === undefined) continue;
      if (!isQuoted && forms.length === 1) {
        terms.push({
          kind: 'word',
          forms: first,
          isPrefix: isLast && mayBeBeginning(first.exact, languages),
        });
      } else {
        terms.push({ kind: 'phrase', words: forms.map(({ exact }) => exact) });
      }
    }
  }
  return { terms: terms.slice(0, MAX_TERMS), digits: digitsIn(text) };
}

/** Function words are complete: their beginnings would fit most documents. */
function mayBeBeginning(word: string, languages: readonly Language[]): boolean {
  if (word.length < MIN_PREFIX) return false;
  return !['english' as const, ...languages].some((language) =>
    STOP_WORDS[language].split(' ').includes(word),
  );
}

/** Numbers are stored in international format, so national and international prefixes are removed. */
function digitsIn(text: string): string | null {
  if (!/^[+\d\s()./-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '').replace(/^0{1,2}/, '');
  return digits.length < MIN_DIGITS ? null : digits;
}

/** The incomplete last word; null if all are complete. */
export function beginningIn({ terms }: SearchTerms): string | null {
  const last = terms.at(-1);
  return last?.kind === 'word' && last.isPrefix ? last.forms.exact : null;
}

/**
 * The text of the tsquery; null if the text contains no word.
 * @param completions all words with the beginning of `beginningIn`; null to search for the beginning itself
 */
export function wordsQuery(terms: SearchTerms, completions: readonly string[] | null = null): string | null {
  const conditions = wordsConditions(terms, completions);
  return conditions.length === 0 ? null : conditions.join(' & ');
}

/** Conditions that must all match. The last one contains the incomplete word, if there is one. */
export function wordsConditions(
  { terms, digits }: SearchTerms,
  completions: readonly string[] | null = null,
): string[] {
  const words = terms.map((term) => termQuery(term, completions));
  if (digits === null) return words;
  const number = `${quoted(numberLexeme(digits))}:*`;
  return [words.length === 0 ? number : `((${words.join(' & ')}) | ${number})`];
}

function termQuery(term: SearchTerm, completions: readonly string[] | null): string {
  if (term.kind === 'phrase') return `(${term.words.map(quoted).join(' <-> ')})`;
  const { exact, stems } = term.forms;
  const forms = new Set([exact, ...stems.flatMap((stem) => [stem, stemLexeme(stem)])]);
  if (!term.isPrefix) return `(${[...forms].map(quoted).join(' | ')})`;
  if (completions !== null) return `(${[...new Set([...forms, ...completions])].map(quoted).join(' | ')})`;
  forms.delete(exact);
  return `(${[`${quoted(exact)}:*`, ...[...forms].map(quoted)].join(' | ')})`;
}
