/** Languages of the console and of emails, by their own names. English is the language of the source. */
export const LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ro: 'Română',
} as const;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = ['en', 'de', 'es', 'fr', 'ro'] as const satisfies readonly Language[];
