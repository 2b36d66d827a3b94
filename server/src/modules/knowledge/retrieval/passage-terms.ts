import type { Language } from '../../../core/stop-words.ts';
import { detectLanguage, isStopWord } from './analysis/languages.ts';
import { termOf } from './analysis/stem.ts';
import { wordsOf } from './analysis/words.ts';

/** Below this share of the passages a language is a quotation, not a language to ask in. */
const MIN_SHARE = 0.05;

export interface PassageTerms {
  heading: string[];
  text: string[];
}

/** Turns passages into index terms, each in its own language, and remembers which languages there are. */
export class PassageAnalyzer {
  readonly #counts = new Map<Language | undefined, number>();
  #dominant: Language | undefined;

  /** Terms of a passage that joins the index. */
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

  /** How often a passage of the index has each of its meaningful terms. */
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

  /** The languages worth stemming a question in; undefined stands for passages whose language is not known. */
  languages(): (Language | undefined)[] {
    const total = [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
    return [...this.#counts]
      .filter(([language, count]) => language === undefined || count >= total * MIN_SHARE)
      .map(([language]) => language);
  }

  /** A passage too short to tell is taken to be in the language of the others. */
  #languageOf(words: readonly string[]): Language | undefined {
    return detectLanguage(words) ?? this.#dominant;
  }
}
