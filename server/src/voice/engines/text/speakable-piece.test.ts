import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainText } from './plain-line.ts';
import { speakablePiece, spokenText } from './speakable-piece.ts';

const speak = (text: string, language = 'en') => spokenText(speakablePiece(text, language));

describe('Markdown is not read aloud', () => {
  test.each([
    ['**Bold** and _soft_ and `code`.', 'Bold and soft and code.'],
    ['## Our prices', 'Our prices'],
    ['- first item', 'first item'],
    ['* [x] done', 'done'],
    ['1. First', '1. First'],
    ['> quoted', 'quoted'],
    ['See [our page](https://example.com/a?b=c "title") now.', 'See our page now.'],
    ['![a mill](https://example.com/mill.png)', 'a mill'],
    ['page](https://example.com) is cut', 'page is cut'],
    ['| Single | 80 |\n|---|---|', 'Single, 80'],
    ['```js', ''],
    ['Line<br/>break and <b>bold</b>', 'Line break and bold'],
    ['A fact.[1] Another[^2].', 'A fact. Another.'],
    ['3*4 is snake_case', '3*4 is snake_case'],
    ['unclosed **bold', 'unclosed bold'],
  ])('%s', (markdown, plain) => {
    expect(plainText(markdown)).toBe(plain);
  });
});

describe('addresses and numbers are spelled', () => {
  test.each([
    ['en', 'Go to https://www.example.com/prices?x=1.', 'Go to example dot com slash prices.'],
    ['en', 'Write to info@mill-inn.example, please', 'Write to info at mill dash inn dot example, please'],
    ['de', 'Siehe example.de', 'Siehe example Punkt de'],
    ['ro', 'Scrieți la a.b@hotel.ro!', 'Scrieți la a punct b arond hotel punct ro!'],
    ['fr', 'exemple.fr/tarifs', 'exemple point fr barre oblique tarifs'],
    ['ar', 'info@hotel.com', 'info آت hotel نقطة com'],
    ['en', 'Call +40721234567.', 'Call plus 4 0 7, 2 1 2, 3 4 5, 6 7.'],
    ['en', 'open 9-17, room 10–12', 'open 9 to 17, room 10 to 12'],
    ['en', 'on 2026-11-21 at 14:05 for 1,250.50', 'on 2026-11-21 at 14:05 for 1,250.50'],
    ['en', 'ring 555-1234, it costs 2000000', 'ring 555-1234, it costs 2000000'],
    ['en', 'bed & breakfast', 'bed and breakfast'],
    ['it', 'bed & breakfast', 'bed e breakfast'],
    ['en', 'end.Next sentence', 'end.Next sentence'],
    ['en', 'Great 😀 👍🏽!', 'Great'],
    ['xx', 'example.com', 'example dot com'],
  ])('%s: %s', (language, written, spoken) => {
    expect(speak(written, language)).toBe(spoken);
  });
});

test('a piece without a word is nothing to say', () => {
  for (const text of ['', '...', '😀', '---', '```', '**', '"']) expect(speak(text)).toBe('');
});

test('no text makes it throw, and what is written keeps its words', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 80 }),
      fc.constantFrom('en', 'de', 'ar'),
      (text, language) => {
        const words = speakablePiece(text, language);
        for (const { written } of words) expect(written).not.toMatch(/\s/);
        expect(spokenText(words)).not.toMatch(/^\s|\s$|\n/);
      },
    ),
  );
});
