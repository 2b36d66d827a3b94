import type { Language } from '../../../core/stop-words.ts';
import { isStopWord } from './analysis/languages.ts';
import { isQuestionWord } from './analysis/question-words.ts';
import { termOf } from './analysis/stem.ts';
import { wordsOf } from './analysis/words.ts';

/** Longer questions are truncated. */
const MAX_CHARACTERS = 5_000;
const MAX_TERMS = 64;

export interface QueryTerm {
  /** In lower case. */
  word: string;
  /** Distinct stems in the languages of the passages. */
  stems: string[];
  /** True if the word describes the kind of answer, not its topic: "how long", "what does it mean". */
  isQuestionWord: boolean;
}

/** The distinct words of a question without stop words, or all words if there are only stop words. */
export function queryTerms(question: string, languages: readonly (Language | undefined)[]): QueryTerm[] {
  const words = new Set(wordsOf(question.slice(0, MAX_CHARACTERS)));
  const known = languages.filter((language) => language !== undefined);
  const meaningful = [...words].filter((word) => !isStopWord(word, known));
  const terms = new Map<string, QueryTerm>();
  for (const word of meaningful.length > 0 ? meaningful : words) {
    const stems = [...new Set(languages.map((language) => termOf(word, language)))];
    terms.set(stems.join(' '), { word, stems, isQuestionWord: isQuestionWord(word, known) });
  }
  return [...terms.values()].slice(0, MAX_TERMS);
}
