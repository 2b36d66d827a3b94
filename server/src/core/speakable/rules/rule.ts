import type { NumberWords, Surroundings } from '../languages/number-words.ts';
import type { SpokenLanguage } from '../languages/spoken-language.ts';

/** The language of a text and the text around it. */
export interface Place extends Surroundings {
  language: SpokenLanguage;
}

/** Where a text is read in a language whose number words we know. */
export interface NumberPlace extends Place {
  numbers: NumberWords;
}

/**
 * One kind of thing that is not read as it is written. The pattern stands at the beginning of a word; what it leaves of its last word
 * follows what is spoken. Parts are one for each word of what was matched, so that each is known to be heard by itself.
 */
export interface Rule<Where> {
  pattern: RegExp;
  /** Null: it is something else after all. */
  speak(match: RegExpExecArray, place: Where): string | readonly string[] | null;
}

/** Signs that may close a word, then its end. */
export const END = String.raw`(?=[)\]"'»”’“.,;:!?…،؛؟]*(?:\s|$))`;

/** A pattern that is tried at one place of a text. */
export function at(source: string, flags = ''): RegExp {
  return new RegExp(source, `uy${flags}`);
}

/** The text of a group; empty: it took no part. */
export function group(match: RegExpExecArray, name: string): string {
  return match.groups?.[name] ?? '';
}

export function escaped(texts: Iterable<string>): string {
  const longestFirst = [...texts].sort((one, other) => other.length - one.length);
  return longestFirst.map((text) => text.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)).join('|');
}
