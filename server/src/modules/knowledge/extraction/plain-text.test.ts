import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encoded } from '../../../../test/kit/encoded.ts';
import { plainTextEncoding, readPlainText } from './plain-text.ts';

const textOf = (bytes: Uint8Array, encoding = 'utf-8'): string =>
  [...readPlainText(bytes, encoding)].map((section) => section.text).join('');

describe('readPlainText', () => {
  it('decodes UTF-8 text of any length', () => {
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

  it('detects Unicode encodings', async () => {
    expect(await plainTextEncoding(Buffer.from('plain'))).toBe('utf-8');
    expect(await plainTextEncoding(Buffer.from('no mark', 'utf16le'))).toBe('utf-16le');
    expect(await plainTextEncoding(Buffer.from('no mark', 'utf16le').swap16())).toBe('utf-16be');
  });

  it('decodes UTF-8 with an invalid byte', async () => {
    const bytes = Buffer.concat([Buffer.from('Größe, Straße '), Buffer.from([0xff])]);
    expect(textOf(bytes, await plainTextEncoding(bytes))).toBe('Größe, Straße \ufffd');
  });

  it('detects an encoding after a long first line of ASCII', async () => {
    const bytes = Buffer.concat([
      Buffer.from('word '.repeat(60_000)),
      encoded('windows-1250', 'Programul săptămânii în Braşov şi Iaşi'),
    ]);
    expect(await plainTextEncoding(bytes)).toBe('windows-1250');
  });

  it('rejects a DOS encoding by name', async () => {
    const french = Buffer.from(
      'Le magasin est ferm\x82. Les frais sont pay\x82s \x85 la r\x82ception, l\x27\x82t\x82.',
      'latin1',
    );
    await expect(plainTextEncoding(french)).rejects.toThrow(/unsupported encoding cp\d+. Save it as UTF-8/);
  });

  it('normalizes line endings and removes characters that PostgreSQL rejects', () => {
    expect(
      textOf(Buffer.from('\ufeffone\r\ntwo\rthree\u0000\n\n\n\nfour'.repeat(1).padEnd(1_200, '.'))),
    ).toMatch(/^one\ntwo\nthree\n\nfour/);
  });
});
