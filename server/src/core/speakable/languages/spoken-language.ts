import { ARABIC } from './arabic.ts';
import { DANISH } from './danish.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { LITHUANIAN } from './lithuanian.ts';
import type { NumberWords } from './number-words.ts';
import { PORTUGUESE } from './portuguese.ts';
import { ROMANIAN } from './romanian.ts';
import { SPANISH } from './spanish.ts';
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
  ['fr', FRENCH],
  ['es', SPANISH],
  ['it', ITALIAN],
  ['pt', PORTUGUESE],
  ['da', DANISH],
  ['lt', LITHUANIAN],
  ['ar', ARABIC],
]);

/** @param code ISO 639-1 */
export function spokenLanguage(code: string): SpokenLanguage {
  return { signs: spokenSigns(code), numbers: NUMBERS.get(code) ?? null };
}
