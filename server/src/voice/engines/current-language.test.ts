import { expect, test } from 'vitest';
import { CATALOG_LANGUAGES } from '../../../test/kit/catalog-languages.ts';
import { STOCK_PHRASE_TEXTS } from '../speaking/stock-phrase-texts.ts';
import { CurrentLanguage } from './current-language.ts';

const inUse = () => new CurrentLanguage({ language: 'en', secondaryLanguages: ['ro'] });

test('prefers the detected language, then that of the words, then the previous one', () => {
  const language = inUse();
  expect(language.update('ro-RO', 'Yes please, that is fine with me.')).toBe('ro-RO');
  expect(language.code).toBe('ro');
  expect(language.update(null, 'When is breakfast served?')).toBe('en');
  expect(language.code).toBe('en');
  expect(language.update(null, 'Hotel Continental')).toBeNull();
  expect(language.code).toBe('en');
  expect(language.update('fr', '')).toBe('fr');
  expect(language.code).toBe('en');
});

test('does not mistake the stock phrases of one language for another language', () => {
  const [codes, texts] = [CATALOG_LANGUAGES.map(({ iso_2 }) => iso_2), Object.values(STOCK_PHRASE_TEXTS)];
  for (const own of codes) {
    // Short texts may lack the letters that distinguish these languages.
    const others = codes.filter(
      (code) => code !== own && !ALIKE.some((pair) => pair.has(own) && pair.has(code)),
    );
    for (const byLanguage of texts) {
      const text = byLanguage[own];
      if (text === undefined) continue;
      for (const other of others)
        expect([own, null], text).toContain(
          new CurrentLanguage({ language: own, secondaryLanguages: [other] }).of(text),
        );
    }
  }
});

const ALIKE = [new Set(['da', 'no']), new Set(['cs', 'sk']), new Set(['ja', 'zh'])];
