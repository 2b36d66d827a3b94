import { expect, test } from 'vitest';
import { chooseLanguage } from './choose-language.ts';
import { filled } from './texts.ts';

test.each([
  [['de'], 'de'],
  [['ro-RO'], 'ro'],
  [['PT_br', 'fr-CA'], 'fr'],
  [[null, undefined, '', 'it'], 'it'],
  [['zh', 'ja'], 'en'],
  [[], 'en'],
])('the preferred languages %j select %s', (wanted, language) => {
  expect(chooseLanguage(wanted).language).toBe(language);
});

test.each(['en', 'ro', 'de', 'fr', 'es', 'it'])(
  'texts in %s have the same placeholders as in English',
  (language) => {
    const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    const english = Object.entries(chooseLanguage(['en']));
    const texts = new Map(Object.entries(chooseLanguage([language])));
    for (const [name, text] of english)
      expect(placeholders(texts.get(name) ?? '?'), name).toEqual(placeholders(text));
  },
);

test('fills in values and removes placeholders without a value', () => {
  expect(filled('{n} of {most}', { n: 3 })).toBe('3 of ');
});
