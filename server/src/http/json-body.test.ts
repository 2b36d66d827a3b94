import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJsonBody } from './json-body.ts';

describe('a JSON body', () => {
  test('is read as JSON.parse reads it', () => {
    const sameAsTheParser = (text: string): void => {
      expect(parseJsonBody(text)).toEqual(JSON.parse(text));
    };
    const object = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 8 }), { noNullPrototype: true });
    fc.assert(
      fc.property(
        object.map((value) => JSON.stringify(value)),
        sameAsTheParser,
      ),
    );
  });

  test('may begin with a byte order mark', () => {
    expect(parseJsonBody('\ufeff{"a":1}')).toEqual({ a: 1 });
    expect(parseJsonBody('\ufeff')).toEqual({});
  });

  test.each(['null', '"x"', '7', 'true', '[1]', '[{"name":"x"}]', '[[]]'])(
    'is refused if it is not an object: %s',
    (text) => {
      expect(() => parseJsonBody(text)).toThrow('must be a JSON object');
    },
  );

  test('that is an empty array counts as an empty object', () => {
    expect(parseJsonBody('[]')).toEqual([]);
  });

  test.each(['', ' ', '\n'])('counts as an empty object if it is %j', (text) => {
    expect(parseJsonBody(text)).toEqual({});
  });

  test.each(['{', '{"a":}', 'name=x', '{"a":1}}'])('is refused if it is the malformed text %s', (text) => {
    expect(() => parseJsonBody(text)).toThrow('not valid JSON');
  });

  test('may nest 64 levels and no more', () => {
    const nested = (levels: number) => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    expect(parseJsonBody(nested(64))).toEqual(JSON.parse(nested(64)));
    expect(() => parseJsonBody(nested(65))).toThrow('deeper than 64');
    expect(() => parseJsonBody('[{"a":'.repeat(300_000))).toThrow('deeper than 64');
  });

  test('may hold at most 5,000 keys and items, at any depth', () => {
    const list = (items: number) => `{"a":[${Array.from({ length: items }, () => '1').join()}]}`;
    // The braces, the key and the brackets count as three values. Commas only separate items.
    expect(parseJsonBody(list(4998))).toEqual(JSON.parse(list(4998)));
    const keys = Array.from({ length: 2501 }, (_, index) => `"k${index}":1`);
    const lists = `{"a":[${'[],'.repeat(2501)}1]}`;
    for (const text of [list(4999), `{${keys.join()}}`, lists, `{"a":[${'1,'.repeat(2_000_000)}`]) {
      expect(() => parseJsonBody(text)).toThrow('more than 5000');
    }
  });

  test('may contain any number of brackets inside strings', () => {
    const text = JSON.stringify({ text: `${'['.repeat(100)}"\\${'{'.repeat(100)}${',:'.repeat(20_000)}` });
    expect(parseJsonBody(text)).toEqual(JSON.parse(text));
  });
});
