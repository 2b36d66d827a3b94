import { expect, test } from 'vitest';
import { cartesiaIpa, withPhonemes } from './phonemes.ts';

test.each([
  ['kɑɹˈtiʒə', '<<k|ɑ|ɹ|ˈ|t|i|ʒ|ə>>'],
  ['/ˈdʒɪf/', '<<ˈ|dʒ|ɪ|f>>'],
  ['[t͡ʃaɪ]', '<<tʃ|aɪ>>'],
  ["'ben.dʒin", '<<ˈ|b|e|n|dʒ|i|n>>'],
  ['ˌkuːbərˈneɪtiːz', '<<ˌ|k|uː|b|ə|r|ˈ|n|eɪ|t|iː|z>>'],
  ['mɪl ɪn', '<<m|ɪ|l>> <<ɪ|n>>'],
  ['//', ''],
])('writes the IPA %s as %s', (ipa, written) => {
  expect(cartesiaIpa(ipa)).toBe(written);
});

test('replaces whole words by their phonemes', () => {
  const phonemes = [
    { word: 'GIF', pronunciation: 'dʒɪf' },
    { word: 'inn', pronunciation: '-' },
  ];
  expect(withPhonemes('A GIF of the inn, no gift.', phonemes)).toBe('A <<dʒ|ɪ|f>> of the inn, no gift.');
  expect(withPhonemes('A GIF.')).toBe('A GIF.');
});
