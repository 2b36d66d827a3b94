import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventParser } from './event-parser.ts';

const STREAM =
  'event: delta\ndata: {"text":"a"}\n\n: still here\n\nevent: done\ndata: 1\ndata: 2\n\nevent: half';
const EVENTS = [
  { event: 'delta', data: '{"text":"a"}' },
  { event: '', data: '' },
  { event: 'done', data: '1\n2' },
];

test('parses events for any chunking of the stream', () => {
  const cuts = fc.array(fc.integer({ min: 0, max: STREAM.length }), { maxLength: 8 });
  fc.assert(
    fc.property(cuts, (places) => {
      const parse = createEventParser();
      const ends = [...places.sort((a, b) => a - b), STREAM.length];
      const chunks = ends.map((end, index) => STREAM.slice(ends[index - 1] ?? 0, end));
      expect(chunks.flatMap(parse)).toEqual(EVENTS);
    }),
  );
});

test('accepts CRLF line endings', () => {
  expect(createEventParser()('event: a\r\ndata: b\r\n\r\n')).toEqual([{ event: 'a', data: 'b' }]);
});
