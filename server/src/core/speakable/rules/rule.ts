import type { NumberWords, WordContext } from '../languages/number-words.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';

/** The language of a text and the text around it. */
export interface TextContext extends WordContext {
  language: SpokenLanguage;
}

/** The context in a language with number words. */
export interface NumberContext extends TextContext {
  numbers: NumberWords;
}

/**
 * Rewrites one kind of text for speech. The pattern matches at the start of a word; the unmatched rest of its last word
 * follows the spoken text. `speak` returns one part per matched word, if each is spoken separately.
 */
export interface Rule<Where> {
  pattern: RegExp;
  /** Null for a false match. */
  speak(match: RegExpExecArray, context: Where): string | readonly string[] | null;
}

/** Closing punctuation, then the end of the word. */
export const END = String.raw`(?=[)\]"'»”’“.,;:!?…،؛؟]*(?:\s|$))`;

/** A sticky pattern, matched at one position. */
export function at(source: string, flags = ''): RegExp {
  return new RegExp(source, `uy${flags}`);
}

/** The text of a group; empty if unmatched. */
export function group(match: RegExpExecArray, name: string): string {
  return match.groups?.[name] ?? '';
}

export function escaped(texts: Iterable<string>): string {
  const longestFirst = [...texts].sort((one, other) => other.length - one.length);
  return longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|');
}
