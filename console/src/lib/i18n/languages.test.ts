import { expect, test } from 'vitest';
import { type LanguageChoice, localeOf, pickLanguage } from './languages.ts';

test.each<[LanguageChoice, string[], string]>([
  ['browser', ['de-AT', 'en'], 'de'],
  ['browser', ['pl', 'ro-RO'], 'ro'],
  ['browser', ['DE'], 'de'],
  ['browser', ['pl-PL'], 'en'],
  ['browser', ['constructor'], 'en'],
  ['browser', [], 'en'],
  ['fr', ['de-DE'], 'fr'],
])('picks a language for the choice %s and a browser in %j', (choice, preferred, language) => {
  expect(pickLanguage(choice, preferred)).toBe(language);
});

test.each([
  ['de', ['en-US', 'de-AT'], 'de-AT'],
  ['de', ['de'], 'de'],
  ['en', ['en-US'], 'en-US'],
  ['en', ['de-DE', 'en'], 'en-GB'],
  ['es', [], 'es'],
] as const)('formats dates in %s for a browser in %j', (language, preferred, locale) => {
  expect(localeOf(language, preferred)).toBe(locale);
});
