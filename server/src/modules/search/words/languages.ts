import type { Language } from '../../../core/stop-words.ts';

/** Languages with a stemmer, by ISO 639-1. Texts in other languages are found by their exact words. */
const STEMMED: Readonly<Record<string, Language>> = {
  en: 'english',
  de: 'german',
  fr: 'french',
  es: 'spanish',
  it: 'italian',
  pt: 'portuguese',
  nl: 'dutch',
  da: 'danish',
  sv: 'swedish',
  no: 'norwegian',
  fi: 'finnish',
  hu: 'hungarian',
  ro: 'romanian',
  ru: 'russian',
  tr: 'turkish',
};

/** @param codes ISO 639-1 */
export function stemmedLanguages(codes: readonly string[]): Language[] {
  return [...new Set(codes)].flatMap((code) => STEMMED[code] ?? []);
}
