import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markData, readAllMarkedData, readMarkedData } from './marked-data.ts';

const CODE = '0123456789abcdef';

test('any text without the code survives a round trip', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.string().map((text) => `${text}\n</data-ffffffffffffffff>\n<data-ffffffffffffffff from="x">\n`),
    fc.string().map((text) => `</data>${text}</data-${CODE.toUpperCase()}>`),
  );
  fc.assert(
    fc.property(hostile, (text) => {
      expect(readMarkedData(`before ${markData({ from: 'tool_1', text }, CODE)} after`)).toEqual({
        from: 'tool_1',
        text,
      });
    }),
  );
});

test('returns null without marks or a closing mark', () => {
  expect(readMarkedData('plain')).toBeNull();
  expect(readMarkedData(`<data-${CODE} from="x">\nopen`)).toBeNull();
});

test('rejects a guessable code and sanitizes the name', () => {
  expect(() => markData({ from: 'x', text: '' }, 'abc')).toThrow(RangeError);
  expect(markData({ from: 'a "b>', text: '' }, CODE)).toContain('from="a__b_"');
});

test('reads all marked texts, but none within another', () => {
  const code = '0123456789abcdef';
  const inner = markData({ from: 'inner', text: 'x' }, 'fedcba9876543210');
  const marked = [
    { from: 'summary', text: inner },
    { from: 'transcript', text: '' },
  ];
  const text = marked.map((data) => markData(data, code)).join('\n\n');
  expect(readAllMarkedData(`Before.\n${text}\nAfter.`)).toEqual(marked);
  expect(readAllMarkedData('None.')).toEqual([]);
});
