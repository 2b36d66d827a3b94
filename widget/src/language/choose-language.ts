import { ARABIC } from './arabic.ts';
import { DANISH } from './danish.ts';
import { ENGLISH } from './english.ts';
import { FRENCH } from './french.ts';
import { GERMAN } from './german.ts';
import { ITALIAN } from './italian.ts';
import { LITHUANIAN } from './lithuanian.ts';
import { PORTUGUESE } from './portuguese.ts';
import { ROMANIAN } from './romanian.ts';
import { SPANISH } from './spanish.ts';
import type { Texts } from './texts.ts';

export const CATALOGUES: readonly Texts[] = [
  ENGLISH,
  ROMANIAN,
  FRENCH,
  SPANISH,
  GERMAN,
  LITHUANIAN,
  ITALIAN,
  ARABIC,
  PORTUGUESE,
  DANISH,
];

/** Texts in the first supported language of `wanted` (BCP 47 tags); English by default. */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): Texts {
  for (const tag of wanted) {
    const [language] = (tag ?? '').toLowerCase().split(/[-_]/, 1);
    const texts = CATALOGUES.find((one) => one.language === language);
    if (texts !== undefined) return texts;
  }
  return ENGLISH;
}

/** Direction of the widget: that of its language if it was chosen for the widget, else that of the page. */
export function directionOf(
  { language }: Pick<Texts, 'language'>,
  { isChosen, page }: { isChosen: boolean; page: string },
): 'ltr' | 'rtl' {
  if (language === 'ar') return 'rtl';
  return !isChosen && page === 'rtl' ? 'rtl' : 'ltr';
}
