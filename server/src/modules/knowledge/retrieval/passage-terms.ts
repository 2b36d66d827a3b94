import type { Language } from '../../../core/stop-words.ts';
import { detectLanguage, isStopWord } from './analysis/languages.ts';
import { termOf } from './analysis/stem.ts';
import { wordsOf } from './analysis/words.ts';

/** Languages with a smaller share of passages are ignored in questions. */
const MIN_SHARE = 0.05;

export interface PassageTerms {
  heading: string[];
  text: string[];
}

/** Converts passages to index terms, each in its own language, and counts the languages. */
export class PassageAnalyzer {
  readonly #counts = new Map<Language | undefined, number>();
  #dominant: Language | undefined;

  /** Returns the terms of a passage and counts its language. */
  add(heading: string, text: string): PassageTerms {
    const words = wordsOf(text);
    const language = this.#languageOf(words);
    const count = (this.#counts.get(language) ?? 0) + 1;
    this.#counts.set(language, count);
    if (language !== undefined && count > (this.#counts.get(this.#dominant) ?? 0)) this.#dominant = language;
    return {
      heading: wordsOf(heading).map((word) => termOf(word, language)),
      text: words.map((word) => termOf(word, language)),
    };
  }

  /** Term frequencies of a passage, without stop words. */
  counts(heading: string, text: string): Map<string, number> {
    const words = wordsOf(`${heading} ${text}`);
    const language = this.#languageOf(words);
    const stops = language === undefined ? [] : [language];
    const counts = new Map<string, number>();
    for (const word of words) {
      if (isStopWord(word, stops)) continue;
      const term = termOf(word, language);
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    return counts;
  }

  /** Languages in which to stem questions; undefined is for passages of unknown language. */
  languages(): (Language | undefined)[] {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    return [...this.#counts]
      .filter(([language, count]) => language === undefined || count >= total * MIN_SHARE)
      .map(([language]) => language);
  }

  /** Language of a text; the dominant language if the text is too short to detect. */
  #languageOf(words: readonly string[]): Language | undefined {
    return detectLanguage(words) ?? this.#dominant;
  }
}
