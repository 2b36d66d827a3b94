import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseByteRange } from './send-range.ts';

test.each([
  [undefined, { kind: 'whole' }],
  ['bytes=0-', { kind: 'part', from: 0, until: 100 }],
  ['bytes=0-0', { kind: 'part', from: 0, until: 1 }],
  ['bytes=40-59', { kind: 'part', from: 40, until: 60 }],
  ['bytes=90-500', { kind: 'part', from: 90, until: 100 }],
  ['bytes=-10', { kind: 'part', from: 90, until: 100 }],
  ['bytes=-500', { kind: 'part', from: 0, until: 100 }],
  ['bytes=100-', { kind: 'unsatisfiable' }],
  ['bytes=-0', { kind: 'unsatisfiable' }],
  ['bytes=9-3', { kind: 'whole' }],
  ['bytes=-', { kind: 'whole' }],
  ['bytes=0-1,5-6', { kind: 'whole' }],
  ['lines=0-1', { kind: 'whole' }],
])('parses the Range header %s', (header, range) => {
  expect(parseByteRange(header, 100)).toEqual(range);
});

test('a parsed range is never empty and always within the file', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^bytes=\d{0,20}-\d{0,20}$/), fc.nat(1000), (header, size) => {
      const range = parseByteRange(header, size);
      if (range.kind !== 'part') return;
      expect(range.from).toBeGreaterThanOrEqual(0);
      expect(range.until).toBeGreaterThan(range.from);
      expect(range.until).toBeLessThanOrEqual(size);
    }),
  );
});
