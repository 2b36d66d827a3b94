import { type Pronunciation, pronunciationKey } from '#contract/pronunciations.ts';
import type { TextSpan, WordDictionary } from '../../core/speakable/speakable-text.ts';

/** Merges two lists. The assistant's entries replace the account's for the same word. */
export function mergePronunciations(
  ofAssistant: readonly Pronunciation[],
  ofAccount: readonly Pronunciation[],
): Pronunciation[] {
  const merged = new Map(
    [...ofAccount, ...ofAssistant].map((entry) => [pronunciationKey(entry.word), entry]),
  );
  return [...merged.values()];
}

/** Finds whole words and phrases in a text. Acronyms such as "US" match only in capitals, other words in any case. */
export class PronunciationDictionary implements WordDictionary {
  readonly #pronunciations: ReadonlyMap<string, string>;
  readonly #pattern: RegExp | null;

  /** @param entries with distinct words; spaces in a word match any white space */
  constructor(entries: readonly Pick<Pronunciation, 'word' | 'pronunciation'>[]) {
    this.#pronunciations = new Map(
      entries.map(({ word, pronunciation }) => [pronunciationKey(word), pronunciation]),
    );
    // The longest first: "Mill Inn" before "Mill".
    const words = entries.map(({ word }) => word.trim()).sort((one, other) => other.length - one.length);
    const patterns = words.filter((word) => word !== '').map(patternOf);
    this.#pattern =
      patterns.length === 0
        ? null
        : new RegExp(`(?<![\\p{L}\\p{N}\\p{M}])(?:${patterns.join('|')})(?![\\p{L}\\p{N}\\p{M}])`, 'giu');
  }

  find(text: string): TextSpan[] {
    if (this.#pattern === null) return [];
    return [...text.matchAll(this.#pattern)].flatMap(({ 0: found, index }) =>
      this.#of(found) === undefined ? [] : [{ start: index, end: index + found.length }],
    );
  }

  replace(text: string): string {
    if (this.#pattern === null) return text;
    return text.replace(this.#pattern, (found) => this.#of(found) ?? found);
  }

  #of(found: string): string | undefined {
    const word = found.replace(/\s+/g, ' ');
    return this.#pronunciations.get(word) ?? this.#pronunciations.get(word.toLowerCase());
  }
}

function patternOf(word: string): string {
  return word
    .split(/\s+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('\\s+');
}
