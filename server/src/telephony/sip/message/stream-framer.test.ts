import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StreamFramer, type StreamPiece } from './stream-framer.ts';

const PARTS = [
  'OPTIONS sip:a SIP/2.0\r\nContent-Length: 0\r\n\r\n',
  '\r\n\r\n',
  'INFO sip:a SIP/2.0\r\nl : 9\r\n\r\nSignal=1\n',
  'BYE sip:a SIP/2.0\r\nCSeq: 1 BYE\r\n\r\n',
];

function shown(pieces: readonly StreamPiece[]): string[] {
  return pieces.map((piece) => (piece.type === 'message' ? piece.bytes.toString() : piece.type));
}

test('however the bytes are cut, the same messages come out', () => {
  const whole = Buffer.from(PARTS.join(''));
  fc.assert(
    fc.property(fc.array(fc.nat({ max: whole.length }), { maxLength: 20 }), (cuts) => {
      const framer = new StreamFramer();
      const at = [0, ...cuts.sort((one, other) => one - other), whole.length];
      const pieces = at.flatMap((start, index) => framer.push(whole.subarray(start, at[index + 1] ?? start)));
      expect(shown(pieces)).toEqual([PARTS[0], 'ping', PARTS[2], PARTS[3]]);
    }),
  );
});

test('a single line end is the answer to a ping, and no message', () => {
  expect(new StreamFramer().push(Buffer.from('\r\n'))).toEqual([]);
});

test('line ends without a message are no memory and no work: a flood of them is thrown away as it comes', () => {
  const framer = new StreamFramer();
  for (const byte of ['\n', '\r']) {
    // Were they kept and looked through again, this would take minutes.
    for (let chunk = 0; chunk < 500; chunk += 1) {
      expect(framer.push(Buffer.alloc(65_536, byte))).toEqual([]);
      expect(framer.isWithinMessage).toBe(false);
    }
  }
  expect(shown(framer.push(Buffer.from(PARTS[0] ?? '')))).toEqual([PARTS[0]]);
});

test('a flood of pings in one chunk is one ping', () => {
  expect(shown(new StreamFramer().push(Buffer.from('\r\n'.repeat(30_000))))).toEqual(['ping']);
});

test('a head of short lines that goes on byte by byte is not searched anew for every byte', () => {
  const framer = new StreamFramer();
  framer.push(Buffer.from('a\n'.repeat(20_000)));
  const add = Buffer.from('a');
  // Searched anew for each, this would take half a minute.
  for (let byte = 0; byte < 24_000; byte += 1) framer.push(add);
  expect(framer.isWithinMessage).toBe(true);
  expect(shown(framer.push(Buffer.from('a'.repeat(2000))))).toEqual(['broken']);
});

test.each([
  ['a head without an end', 'a'.repeat(70_000)],
  ['a body that is too long', 'INFO sip:a SIP/2.0\r\nContent-Length: 999999\r\n\r\n'],
])('%s ends the stream, and nothing is kept', (_name, text) => {
  const framer = new StreamFramer();
  expect(shown(framer.push(Buffer.from(text)))).toEqual(['broken']);
  expect(framer.push(Buffer.from(PARTS.join('')))).toEqual([]);
});

test('nothing throws, whatever arrives', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 10 }), (chunks) => {
      const framer = new StreamFramer();
      for (const chunk of chunks) framer.push(chunk);
    }),
  );
});
