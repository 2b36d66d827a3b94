import { isStopWord } from './analysis/languages.ts';
import { termOf } from './analysis/stem.ts';
import type { Language } from './analysis/stop-words.ts';
import { wordsOf } from './analysis/words.ts';

/** One word of a question as the index may know it. */
export interface QueryTerm {
  word: string;
  /** Its stems in the languages of the knowledgebase; mostly one. */
  variants: string[];
  /** 1, or less for a guess. */
  weight: number;
}

/** Whoever pastes a page as a question is answered by its first words. */
const MAX_TERMS = 64;

/** The distinct words of a question that carry meaning; all of them when none does. */
export function queryTerms(question: string, languages: readonly (Language | undefined)[]): QueryTerm[] {
  const words = [...new Set(wordsOf(question.slice(0, 10_000)))];
  const known = languages.filter((language) => language !== undefined);
  const meaningful = words.filter((word) => !isStopWord(word, known));
  return (meaningful.length > 0 ? meaningful : words).slice(0, MAX_TERMS).map((word) => ({
    word,
    variants: [...new Set([undefined, ...languages].map((language) => termOf(word, language)))],
    weight: 1,
  }));
}
