import { expect, test } from 'vitest';
import { base32, oneTimeCode, stepAt, stepOfCode } from './one-time-code.ts';

const SECRET = Buffer.from('12345678901234567890');

// RFC 6238, appendix B, SHA-1.
test.each([
  ['1970-01-01T00:00:59Z', '94287082'],
  ['2005-03-18T01:58:29Z', '07081804'],
  ['2005-03-18T01:58:31Z', '14050471'],
  ['2009-02-13T23:31:30Z', '89005924'],
  ['2033-05-18T03:33:20Z', '69279037'],
  ['2603-10-11T11:33:20Z', '65353130'],
])('computes the code of %s as RFC 6238', (at, code) => {
  expect(oneTimeCode(SECRET, stepAt(new Date(at)), 8)).toBe(code);
});

test('accepts codes from one step before to one step after', () => {
  const now = new Date('2026-12-01T10:00:00Z');
  const present = stepAt(now);
  const steps = [-2, -1, 0, 1, 2].map((away) => stepOfCode(SECRET, oneTimeCode(SECRET, present + away), now));
  expect(steps).toEqual([null, present - 1, present, present + 1, null]);
});

// RFC 4648, section 10.
test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('encodes %j in base32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});
