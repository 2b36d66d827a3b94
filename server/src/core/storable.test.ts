import fc from 'fast-check';
import { expect, test } from 'vitest';
import { asStorable } from './storable.ts';

test('what can be stored stays as it is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      fc.pre(!JSON.stringify(value).includes('\\u0000') && JSON.stringify(value).isWellFormed());
      expect(JSON.stringify(asStorable(value))).toBe(JSON.stringify(value));
    }),
  );
});

test('whatever comes, no NUL and no half of a pair is left, at any depth', () => {
  const object = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ noUnicodeString: false }));
  fc.assert(
    fc.property(object, fc.string({ unit: 'binary' }), (given, text) => {
      const written = JSON.stringify(asStorable({ ...given, deep: [{ text, [text]: 1 }] }));
      // A backslash before the escape means that the text itself speaks of one.
      expect(/(?<!\\)(\\\\)*\\u0000/.test(written)).toBe(false);
      expect(/(?<!\\)(\\\\)*\\ud[89a-f][0-9a-f]{2}/i.test(written)).toBe(false);
    }),
  );
});
