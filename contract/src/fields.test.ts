import fc from 'fast-check';
import { expect, test } from 'vitest';
import { text } from './fields.ts';

const characters = fc.string({ unit: 'grapheme', maxLength: 30 });

test('text is measured in characters, an astral one counting as one', () => {
  fc.assert(
    fc.property(
      characters,
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 0, max: 4 }),
      (value, max, min) => {
        const length = [...value].length;
        expect(text(max, min).safeParse(value).success).toBe(length <= max && length >= min);
      },
    ),
  );
});

test('text far beyond its maximum is refused without being taken apart', () => {
  const taken: unknown[] = [];
  const iterate = String.prototype[Symbol.iterator];
  String.prototype[Symbol.iterator] = function () {
    taken.push(null);
    return iterate.call(this);
  };
  try {
    expect(text(10).safeParse('x'.repeat(2_000_000)).success).toBe(false);
    expect(taken).toEqual([]);
  } finally {
    String.prototype[Symbol.iterator] = iterate;
  }
});
