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
])('of %j it is %s', (wanted, language) => {
  expect(chooseLanguage(wanted).language).toBe(language);
});

test.each(['en', 'ro', 'de', 'fr', 'es', 'it'])(
  'the sentences in %s hold the same places as those in English',
  (language) => {
    const places = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    const english = Object.entries(chooseLanguage(['en']));
    const texts = new Map(Object.entries(chooseLanguage([language])));
    for (const [name, text] of english) expect(places(texts.get(name) ?? '?'), name).toEqual(places(text));
  },
);

test('values are filled in, and what is missing leaves no braces', () => {
  expect(filled('{n} of {most}', { n: 3 })).toBe('3 of ');
});
