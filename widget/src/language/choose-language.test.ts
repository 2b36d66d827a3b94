import { describe, expect, test } from 'vitest';
import { WIDGET_LANGUAGES } from '#contract/widget-settings.ts';
import { CATALOGUES, chooseLanguage, directionOf } from './choose-language.ts';
import { ENGLISH } from './english.ts';
import { counted, filled } from './texts.ts';

test.each([
  [['de'], 'de'],
  [['ro-RO'], 'ro'],
  [['PT_br', 'fr-CA'], 'pt'],
  [['ar-EG'], 'ar'],
  [['lt'], 'lt'],
  [[null, undefined, '', 'it'], 'it'],
  [['zh', 'ja'], 'en'],
  [[], 'en'],
])('the preferred languages %j select %s', (wanted, language) => {
  expect(chooseLanguage(wanted).language).toBe(language);
});

test('there is one catalogue for each language of the contract', () => {
  expect(CATALOGUES.map(({ language }) => language)).toEqual([...WIDGET_LANGUAGES]);
});

const placeholders = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe.each(CATALOGUES.map((texts) => [texts.language, texts] as const))(
  'texts in %s',
  (language, texts) => {
    const { unread, ...plain } = texts;
    const { unread: _english, ...english } = ENGLISH;

    test('have the keys and placeholders of English, and no empty text', () => {
      expect(Object.keys(texts)).toEqual(Object.keys(ENGLISH));
      const values = new Map<string, string>(Object.entries(plain));
      for (const [name, text] of Object.entries(english)) {
        expect(placeholders(values.get(name) ?? '?'), name).toEqual(placeholders(text));
        expect(values.get(name)?.trim(), name).not.toBe('');
      }
    });

    test('are translated', () => {
      if (language === 'en') return;
      const values = new Map<string, string>(Object.entries(plain));
      const same = Object.entries(english).filter(([name, text]) => values.get(name) === text);
      // Some words are the same in two languages, such as “Conversation” in French.
      expect(same.length).toBeLessThanOrEqual(2);
    });

    test('have a text for each plural form of the language', () => {
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      const given = Object.keys(unread);
      // Some languages have special forms for millions and fractions; the widget counts messages.
      const counts = Array.from({ length: 200 }, (_, count) => new Intl.PluralRules(language).select(count));
      expect(given).toEqual(expect.arrayContaining([...new Set(counts)]));
      expect(forms).toEqual(expect.arrayContaining(given.filter((form) => form !== 'many')));
    });
  },
);

test('counts in the plural forms of the language', () => {
  const count = (language: string, n: number) => {
    const texts = chooseLanguage([language]);
    return counted(texts, texts.unread, n);
  };
  expect([1, 2].map((n) => count('en', n))).toEqual(['1 new message', '2 new messages']);
  expect([1, 2, 20].map((n) => count('ro', n))).toEqual(['1 mesaj nou', '2 mesaje noi', '20 de mesaje noi']);
  expect([1, 2].map((n) => count('ar', n))).toEqual(['رسالة جديدة واحدة', 'رسالتان جديدتان']);
});

test.each([
  ['Arabic', 'ar', false, 'ltr', 'rtl'],
  ['English on a right-to-left page', 'en', false, 'rtl', 'rtl'],
  ['English that was chosen for a right-to-left page', 'en', true, 'rtl', 'ltr'],
  ['German', 'de', false, 'ltr', 'ltr'],
])('%s', (_title, language, isChosen, page, expected) => {
  expect(directionOf(chooseLanguage([language]), { isChosen, page })).toBe(expected);
});

test('fills in values and removes placeholders without a value', () => {
  expect(filled('{n} of {most}', { n: 3 })).toBe('3 of ');
});
