const TEXTS = 'en';

/**
 * The language of all dates, numbers, money and times: that of the texts around them. Readers of English have the order of their
 * country; for all others the day comes first and the clock has 24 hours.
 */
export const TEXT_LANGUAGE: string = navigator.language.startsWith(`${TEXTS}-`)
  ? navigator.language
  : 'en-GB';
