import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type StreamEvent, StreamFramer } from './stream-framer.ts';

const PARTS = [
  'OPTIONS sip:a SIP/2.0\r\nContent-Length: 0\r\n\r\n',
  '\r\n\r\n',
  'INFO sip:a SIP/2.0\r\nl : 9\r\n\r\nSignal=1\n',
  'BYE sip:a SIP/2.0\r\nCSeq: 1 BYE\r\n\r\n',
];

function shown(events: readonly StreamEvent[]): string[] {
  return events.map((event) => (event.type === 'message' ? event.bytes.toString() : event.type));
}

test('the same messages are framed however the stream is split', () => {
  const whole = Buffer.from(PARTS.join(''));
  fc.assert(
    fc.property(fc.array(fc.nat({ max: whole.length }), { maxLength: 20 }), (cuts) => {
      const framer = new StreamFramer();
      const at = [0, ...cuts.sort((one, other) => one - other), whole.length];
      const events = at.flatMap((start, index) => framer.push(whole.subarray(start, at[index + 1] ?? start)));
      expect(shown(events)).toEqual([PARTS[0], 'ping', PARTS[2], PARTS[3]]);
    }),
  );
});

test('a single line ending is a pong, not a message', () => {
  expect(new StreamFramer().push(Buffer.from('\r\n'))).toEqual([]);
});

test('a flood of line endings is dropped without buffering', () => {
  const framer = new StreamFramer();
  for (const byte of ['\n', '\r']) {
    // Would take minutes if buffered and searched again.
    for (let chunk = 0; chunk < 500; chunk += 1) {
      expect(framer.push(Buffer.alloc(65_536, byte))).toEqual([]);
      expect(framer.isWithinMessage).toBe(false);
    }
  }
  expect(shown(framer.push(Buffer.from(PARTS[0] ?? '')))).toEqual([PARTS[0]]);
});

test('many pings in one chunk count as one', () => {
  expect(shown(new StreamFramer().push(Buffer.from('\r\n'.repeat(30_000))))).toEqual(['ping']);
});

test('incremental headers are not searched again from the start', () => {
  const framer = new StreamFramer();
  framer.push(Buffer.from('a\n'.repeat(20_000)));
  const add = Buffer.from('a');
  // Would take 30 seconds if searched from the start each time.
  for (let byte = 0; byte < 24_000; byte += 1) framer.push(add);
  expect(framer.isWithinMessage).toBe(true);
  expect(shown(framer.push(Buffer.from('a'.repeat(2000))))).toEqual(['broken']);
});

test.each([
  ['endless headers', 'a'.repeat(70_000)],
  ['a body that is too long', 'INFO sip:a SIP/2.0\r\nContent-Length: 999999\r\n\r\n'],
])('%s breaks the stream and frees its buffer', (_name, text) => {
  const framer = new StreamFramer();
  expect(shown(framer.push(Buffer.from(text)))).toEqual(['broken']);
  expect(framer.push(Buffer.from(PARTS.join('')))).toEqual([]);
});

test('framing never throws', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 10 }), (chunks) => {
      const framer = new StreamFramer();
      for (const chunk of chunks) framer.push(chunk);
    }),
  );
});
