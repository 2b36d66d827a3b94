import { expect, test } from 'vitest';
import { CATALOG_LANGUAGES } from '../../../test/kit/catalog-languages.ts';
import { stockPhrases } from './stock-phrases.ts';

test.each(CATALOG_LANGUAGES)('$name has its own phrases', ({ iso_2 }) => {
  const phrases = Object.values(stockPhrases(iso_2));
  expect(phrases.every((phrase) => phrase !== '')).toBe(true);
  const english: string[] = Object.values(stockPhrases('en'));
  expect(phrases.some((phrase) => english.includes(phrase))).toBe(iso_2 === 'en');
});

test('falls back to English', () => {
  expect(stockPhrases('xx')).toEqual(stockPhrases('en'));
});
