import { describe, expect, test } from 'vitest';
import { mergePronunciations, PronunciationDictionary } from './pronunciation-dictionary.ts';

const dictionary = new PronunciationDictionary([
  { word: 'nginx', pronunciation: 'engine x' },
  { word: 'Mill', pronunciation: 'meel' },
  { word: 'Mill Inn', pronunciation: 'meel in' },
  { word: 'US', pronunciation: 'U S' },
  { word: 'C++', pronunciation: 'see plus plus' },
  { word: '.NET', pronunciation: 'dot net' },
  { word: 'Brașov', pronunciation: 'brah shove' },
  { word: '24/7', pronunciation: 'around the clock' },
  { word: 'A-4711', pronunciation: 'model forty seven' },
  { word: '(a|b)$^*?.[x]{y}\\', pronunciation: 'signs' },
]);

describe('a dictionary replaces whole words', () => {
  test.each([
    ['a word in any case', 'Nginx, NGINX and nginx.', 'engine x, engine x and engine x.'],
    ['no part of a word', 'Millstone and windmill', 'Millstone and windmill'],
    ['a word with an ending after an apostrophe', 'the Mill’s door', 'the meel’s door'],
    ['a word in quotes and brackets', '(“Mill”)', '(“meel”)'],
    ['a part of a hyphenated word', 'Mill-made', 'meel-made'],
    ['the longest phrase', 'Welcome to Mill Inn', 'Welcome to meel in'],
    ['a phrase over a line break', 'Mill\nInn', 'meel in'],
    ['acronyms in capitals only', 'Tell us about the US.', 'Tell us about the U S.'],
    ['words of signs', 'C++ and .NET', 'see plus plus and dot net'],
    ['no sign within a word', 'ASP.NET', 'ASP.NET'],
    ['letters with marks', 'în BRAȘOV', 'în brah shove'],
    ['numbers', 'Open 24/7, not 124/7.', 'Open around the clock, not 124/7.'],
    ['codes', 'The a-4711, not A-47110.', 'The model forty seven, not A-47110.'],
    ['signs that have a meaning in patterns', 'It is (a|b)$^*?.[x]{y}\\.', 'It is signs.'],
    ['nothing else', 'Hello there.', 'Hello there.'],
  ])('%s', (_, text, replaced) => {
    expect(dictionary.replace(text)).toBe(replaced);
  });

  test('finds their positions', () => {
    expect(dictionary.find('us, Mill Inn, Mill')).toEqual([
      { start: 4, end: 12 },
      { start: 14, end: 18 },
    ]);
  });

  test('without entries changes nothing', () => {
    const empty = new PronunciationDictionary([]);
    expect([empty.replace('Mill'), empty.find('Mill')]).toEqual(['Mill', []]);
  });
});

test.each([
  ['the assistant’s entry wins', ['Mill'], ['mill'], ['assistant Mill']],
  ['other words are kept', ['Mill'], ['Inn'], ['account Inn', 'assistant Mill']],
  ['an acronym is another word', ['US'], ['us'], ['account us', 'assistant US']],
])('merges lists: %s', (_, ofAssistant, ofAccount, merged) => {
  const entries = (words: string[], from: string) =>
    words.map((word) => ({ word, pronunciation: `${from} ${word}`, alphabet: 'spelling' as const }));
  const found = mergePronunciations(entries(ofAssistant, 'assistant'), entries(ofAccount, 'account'));
  expect(found.map(({ pronunciation }) => pronunciation)).toEqual(merged);
});
