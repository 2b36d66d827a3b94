import { LANGUAGES, type Language } from '#contract/languages.ts';

/** `browser` follows the browser's languages. */
export type LanguageChoice = Language | 'browser';

export function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(LANGUAGES, text);
}

/** @param preferred the browser's languages as BCP 47 tags, best first */
export function pickLanguage(choice: LanguageChoice, preferred: readonly string[]): Language {
  if (choice !== 'browser') return choice;
  return preferred.map(primaryOf).find(isLanguage) ?? 'en';
}

/**
 * The locale of dates, numbers and money: a country's form of the language if the browser prefers one. Other readers of
 * English get day first and a 24-hour clock.
 */
export function localeOf(language: Language, preferred: readonly string[]): string {
  const regional = preferred.find((tag) => tag.includes('-') && primaryOf(tag) === language);
  return regional ?? (language === 'en' ? 'en-GB' : language);
}

function primaryOf(tag: string): string {
  return tag.split('-', 1)[0]?.toLowerCase() ?? '';
}
