import type { Language } from '../../../core/stop-words.ts';
import { isStopWord } from './analysis/languages.ts';
import { termOf } from './analysis/stem.ts';
import { wordsOf } from './analysis/words.ts';

/** Whoever pastes a page as a question is answered by its first words. */
const MAX_CHARACTERS = 5_000;
const MAX_TERMS = 64;

/**
 * The distinct words of a question that carry meaning (all of them when none does), each as its stems in the given
 * languages: mostly one.
 */
export function queryTerms(question: string, languages: readonly (Language | undefined)[]): string[][] {
  const words = new Set(wordsOf(question.slice(0, MAX_CHARACTERS)));
  const known = languages.filter((language) => language !== undefined);
  const meaningful = [...words].filter((word) => !isStopWord(word, known));
  const stems = new Map<string, string[]>();
  for (const word of meaningful.length > 0 ? meaningful : words) {
    const variants = [...new Set(languages.map((language) => termOf(word, language)))];
    stems.set(variants.join(' '), variants);
  }
  return [...stems.values()].slice(0, MAX_TERMS);
}
