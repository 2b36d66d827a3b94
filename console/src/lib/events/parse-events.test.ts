import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createEventParser } from './parse-events.ts';

const STREAM =
  'event: delta\ndata: {"text":"Bună"}\n\n: still here\n\nevent: done\r\ndata: {"a":\r\ndata: 1}\r\n\r\ndata: 2\n\ndata: {no\n\n';

test('parses events across chunk boundaries', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(STREAM.length)), (cuts) => {
      const parse = createEventParser();
      const places = [0, ...cuts.sort((one, other) => one - other), STREAM.length];
      const events = places.flatMap((place, index) => parse(STREAM.slice(places[index - 1] ?? 0, place)));
      expect(events).toEqual([
        { event: 'delta', data: { text: 'Bună' } },
        { event: 'done', data: { a: 1 } },
        { event: 'message', data: 2 },
      ]);
    }),
  );
});

test('waits for the end of an event', () => {
  const parse = createEventParser();
  expect(parse('event: delta\ndata: {}\n')).toEqual([]);
  expect(parse('\n')).toEqual([{ event: 'delta', data: {} }]);
});
