import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { ROMANIAN } from './romanian.ts';
import { SPANISH } from './spanish.ts';
import type { Texts } from './texts.ts';

const ALL: readonly Texts[] = [ENGLISH, ROMANIAN, GERMAN, FRENCH, SPANISH, ITALIAN];

/** Texts in the first supported language of `wanted` (BCP 47 tags); English by default. */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): Texts {
  for (const tag of wanted) {
    const [language] = (tag ?? '').toLowerCase().split(/[-_]/, 1);
    const texts = ALL.find((one) => one.language === language);
    if (texts !== undefined) return texts;
  }
  return ENGLISH;
}
