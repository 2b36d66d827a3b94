const TEXTS = 'en';

/**
 * Locale of all dates, numbers and money. Texts are English, so English users get their country's format; all others
 * get day first and a 24-hour clock.
 */
export const TEXT_LANGUAGE: string = navigator.language.startsWith(`${TEXTS}-`)
  ? navigator.language
  : 'en-GB';
