import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hasWords, pauseAfterMs, splitText } from './spoken-text.ts';

test.each([
  ['Hello', true],
  ['42', true],
  ['Привет', true],
  ['こんにちは', true],
  ['', false],
  ['…!?', false],
  ['👍', false],
])('%j has words: %s', (text, expected) => {
  expect(hasWords(text)).toBe(expected);
});

test.each([
  ['Yes.', 300],
  ['Yes?"', 300],
  ['Yes,', 150],
  ['well — ', 150],
  ['Yes', 40],
  ['', 40],
])('pauses after %j for %i ms', (text, expected) => {
  expect(pauseAfterMs(text)).toBe(expected);
});

describe('a text that is too long', () => {
  test.each([
    ['One two. Three for.', ['One two.', 'Three for.']],
    ['One two, three four', ['One two,', 'three four']],
    ['One two three four', ['One two', 'three four']],
    ['Onetwothreefour', ['Onetwothre', 'efour']],
    ['123456789😀😀', ['123456789', '😀😀']],
  ])('is split at the best boundary: %j', (text, parts) => {
    expect(splitText(text, 10)).toEqual(parts);
  });

  test('is split without loss into parts that are short enough', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'é', ' ', '.', ',', '😀', '\n'), maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (given, maxLength) => {
        const parts = splitText(given, maxLength);
        expect(parts.join('').replace(/\s/g, '')).toBe(given.replace(/\s/g, ''));
        for (const part of parts) {
          expect(part.length).toBeLessThanOrEqual(maxLength);
          expect(part.trim()).toBe(part);
          expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
