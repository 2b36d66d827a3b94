import fc from 'fast-check';
import { expect, test } from 'vitest';
import { text, timezone, webOrigin } from './fields.ts';

const characters = fc.string({ unit: 'grapheme', maxLength: 30 });

test('counts text in code points', () => {
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

test('refuses text far over the maximum without counting its characters', () => {
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

test.each([
  ['https://shop.example', 'https://shop.example'],
  ['https://Shop.Example:443/', 'https://shop.example'],
  ['http://LOCALHOST:4299/', 'http://localhost:4299'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
  ['https://shop.example/path', null],
  ['https://shop.example/?a', null],
  ['https://shop.example/#a', null],
  ['https://ana@shop.example', null],
  ['https:shop.example', null],
  ['ftp://shop.example', null],
  ['shop.example', null],
  ['null', null],
])('normalizes the origin %s to %j', (written, kept) => {
  const { success, data } = webOrigin().safeParse(written);
  expect(success ? data : null).toBe(kept);
});

test.each([
  ['europe/BERLIN', 'Europe/Berlin'],
  ['utc', 'UTC'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['america/argentina/buenos_aires', 'america/argentina/buenos_aires'],
])('the time zone %s is stored as %s', (typed, stored) => {
  expect(timezone().parse(typed)).toBe(stored);
});
