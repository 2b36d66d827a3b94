import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainTextEncoding, readPlainText } from './plain-text.ts';

const textOf = (bytes: Uint8Array): string =>
  [...readPlainText(bytes)].map((section) => section.text).join('');

describe('readPlainText', () => {
  it('gives any UTF-8 text back, whatever its length', () => {
    const words = fc.array(fc.string({ unit: 'grapheme-composite', minLength: 1, maxLength: 12 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(words, fc.nat(6_000), (parts, repeats) => {
        const text = `${parts.join(' ').replace(/[\p{Cc}\u2028\u2029\ufeff\u00ad]/gu, 'x')} end `.repeat(
          1 + repeats,
        );
        expect(textOf(Buffer.from(text))).toBe(text);
      }),
      { numRuns: 30 },
    );
  });

  it('tells the encodings apart', () => {
    expect(plainTextEncoding(Buffer.from('plain'))).toBe('utf-8');
    expect(plainTextEncoding(Buffer.from('caf\xe9', 'latin1'))).toBe('windows-1252');
    expect(plainTextEncoding(Buffer.from('no mark', 'utf16le'))).toBe('utf-16le');
    expect(plainTextEncoding(Buffer.from('no mark', 'utf16le').swap16())).toBe('utf-16be');
  });

  it('makes line ends alike and drops what PostgreSQL cannot hold', () => {
    expect(
      textOf(Buffer.from('\ufeffone\r\ntwo\rthree\u0000\n\n\n\nfour'.repeat(1).padEnd(1_200, '.'))),
    ).toMatch(/^one\ntwo\nthree\n\nfour/);
  });
});
