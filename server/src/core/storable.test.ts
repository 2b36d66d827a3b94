import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storableObject, storableText } from './storable.ts';

test('leaves storable text unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\u0000'));
      expect(storableText(text)).toBe(text);
    }),
  );
});

test('removes NULs and lone surrogates at any depth', () => {
  const value = fc.jsonValue({ noUnicodeString: false });
  const object = fc.dictionary(fc.string({ unit: 'binary' }), value);
  fc.assert(
    fc.property(object, fc.string({ unit: 'binary' }), (given, text) => {
      const written = JSON.stringify(storableObject({ ...given, deep: [{ text, [text]: 1 }] }));
      expect(written.includes('\\u0000')).toBe(false);
      expect(JSON.parse(written)).toEqual(JSON.parse(written.toWellFormed()));
      expect(/\\ud[89a-f][0-9a-f]{2}/i.test(written)).toBe(false);
    }),
  );
});
