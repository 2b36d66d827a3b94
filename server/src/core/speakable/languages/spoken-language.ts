import { ENGLISH } from './english.ts';
import { GERMAN } from './german.ts';
import type { NumberWords } from './number-words.ts';
import { ROMANIAN } from './romanian.ts';
import { type SpokenSigns, spokenSigns } from './spoken-signs.ts';

/** How a language reads signs and numbers aloud. */
export interface SpokenLanguage {
  signs: SpokenSigns;
  numbers: NumberWords | null;
}

const NUMBERS: ReadonlyMap<string, NumberWords> = new Map([
  ['en', ENGLISH],
  ['de', GERMAN],
  ['ro', ROMANIAN],
]);

/** @param code ISO 639-1 */
export function spokenLanguage(code: string): SpokenLanguage {
  return { signs: spokenSigns(code), numbers: NUMBERS.get(code) ?? null };
}
