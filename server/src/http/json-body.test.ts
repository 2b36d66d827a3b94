import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

describe('a JSON body', () => {
  test('is read as JSON.parse reads it', () => {
    const sameAsTheParser = (text: string): void => {
      expect(parseJsonBody(text)).toEqual(JSON.parse(text));
    };
    fc.assert(fc.property(fc.json({ maxDepth: 8 }), sameAsTheParser));
  });

  test.each(['', ' ', '\n'])('counts as an empty object when it is %j', (text) => {
    expect(parseJsonBody(text)).toEqual({});
  });

  test.each(['{', '{"a":}', 'name=x', '{"a":1}}'])('is refused when it is %s', (text) => {
    expect(() => parseJsonBody(text)).toThrow('not valid JSON');
  });

  test('may nest 64 levels and no more', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseJsonBody(nested(64))).toBeInstanceOf(Array);
    expect(() => parseJsonBody(nested(65))).toThrow('deeper than 64');
    expect(() => parseJsonBody('[{"a":'.repeat(300_000))).toThrow('deeper than 64');
  });

  test('does not count brackets inside strings', () => {
    const text = JSON.stringify({ text: `${'['.repeat(100)}"\\${'{'.repeat(100)}` });
    expect(parseJsonBody(text)).toEqual(JSON.parse(text));
  });
});
