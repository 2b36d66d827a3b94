import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateToken, hashToken, isWellFormedToken } from './token-text.ts';

const token = fc.constant(null).map(generateToken);

test('a token consists of parley_, 40 base62 characters and a 6-character checksum', () => {
  fc.assert(
    fc.property(token, (text) => {
      expect(text).toMatch(/^parley_[0-9A-Za-z]{46}$/);
      expect(isWellFormedToken(text)).toBe(true);
    }),
  );
});

test('tokens are unique, and hashes do not reveal them', () => {
  const tokens = Array.from({ length: 500 }, generateToken);
  expect(new Set(tokens).size).toBe(500);
  expect(new Set(tokens.map((text) => hashToken(text).toString('hex'))).size).toBe(500);
  expect(hashToken(tokens[0] ?? '')).toHaveLength(32);
});

test('detects one mistyped character', () => {
  const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const change = fc.record({ text: token, at: fc.nat(45), to: fc.constantFrom(...base62) });
  fc.assert(
    fc.property(change, ({ text, at, to }) => {
      const place = 'parley_'.length + at;
      fc.pre(text[place] !== to);
      expect(isWellFormedToken(text.slice(0, place) + to + text.slice(place + 1))).toBe(false);
    }),
  );
});

test('detects two swapped characters', () => {
  fc.assert(
    fc.property(token, fc.nat(44), (text, at) => {
      const place = 'parley_'.length + at;
      const [left, right] = [text.charAt(place), text.charAt(place + 1)];
      fc.pre(left !== right);
      const swapped = text.slice(0, place) + right + left + text.slice(place + 2);
      expect(isWellFormedToken(swapped)).toBe(false);
    }),
  );
});

test('rejects arbitrary text, wrong checksums and surrounding whitespace', () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedToken(text)));
  for (const text of [
    '',
    'parley_',
    `parley_${'0'.repeat(46)}`,
    ` ${generateToken()}`,
    `${generateToken()}\n`,
  ]) {
    expect(isWellFormedToken(text)).toBe(false);
  }
});
