const TEXTS = 'en';

/**
 * Locale of all dates, numbers, money and times: the language of the texts around them. English readers get the order of their
 * country; all others get the day first and a 24-hour clock.
 */
export const TEXT_LANGUAGE: string = navigator.language.startsWith(`${TEXTS}-`)
  ? navigator.language
  : 'en-GB';
