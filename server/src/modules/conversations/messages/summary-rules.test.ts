import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countToSummarize } from './summary-rules.ts';

const messages = (count: number, length: number): number[] => Array<number>(count).fill(length);

test.each<[string, number[], number]>([
  ['no messages', [], 0],
  ['55 short messages', messages(55, 20), 0],
  ['56 short messages: the oldest 20', messages(56, 20), 20],
  ['75 short messages', messages(75, 20), 39],
  ['few long messages within 16,000 characters', messages(15, 1_000), 0],
  ['16 messages with 16,000 characters: all but the newest 10,000', messages(16, 1_000), 6],
  ['the newest four messages, even if they are long', messages(4, 20_000), 0],
  ['a fifth long message: the oldest', messages(5, 20_000), 1],
  ['many old messages: as many as one request takes', messages(500, 100), 240],
  ['an old message that exceeds one request', [30_000, ...messages(60, 20)], 1],
])('summarizes of %s', (_what, lengths, count) => {
  expect(countToSummarize(lengths)).toBe(count);
});

test('no message leaves the history before it is summarized', () => {
  const lengths = fc.array(fc.integer({ min: 0, max: 3_000 }), { maxLength: 400 });
  fc.assert(
    fc.property(lengths, (all) => {
      let covered = 0;
      for (let said = 1; said <= all.length; said += 1) {
        for (let count = 1; count > 0; covered += count) {
          count = countToSummarize(all.slice(covered, said));
        }
        const left = all.slice(covered, said);
        expect(left.length).toBeLessThan(60);
        expect(left.reduce((sum, length) => sum + length, 0)).toBeLessThan(24_000);
      }
    }),
  );
});
