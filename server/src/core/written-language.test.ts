import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writtenLanguage } from './written-language.ts';

test.each([
  ['When is breakfast served?', 'en'],
  ['Când se servește micul dejun?', 'ro'],
  ['Desigur, vă ajut cu plăcere.', 'ro'],
  ['Wann gibt es Frühstück?', 'de'],
  ['À quelle heure est le petit déjeuner ?', 'fr'],
  ['Да', 'ru'],
  ['朝食は何時ですか。', 'ja'],
  ['早餐是几点？', 'zh'],
  ['متى الإفطار؟', 'ar'],
])('detects the language of “%s” as %s', (text, language) => {
  expect(writtenLanguage(text, ['en', 'ro', 'de', 'fr', 'ru', 'ja', 'zh', 'ar'])).toBe(language);
});

test('recognizes text without diacritics', () => {
  expect(writtenLanguage('Cand este micul dejun si cat costa o camera?', ['en', 'ro'])).toBe('ro');
});

test.each(['', 'OK.', '7 30', 'Hotel Continental', '...'])('detects no language in “%s”', (text) => {
  expect(writtenLanguage(text, ['en', 'ro'])).toBeNull();
});

test('returns null without a choice of languages', () => {
  expect(writtenLanguage('When is breakfast served?', ['en'])).toBeNull();
  expect(writtenLanguage('When is breakfast served?', [])).toBeNull();
});

test('never throws, and only returns a requested language', () => {
  const codes = fc.subarray(['en', 'ro', 'fr', 'xx', 'ja']);
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), codes, (text, languages) => {
      const found = writtenLanguage(text, languages);
      if (found !== null) expect(languages).toContain(found);
    }),
  );
});
