import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rtpPacket } from '../../../test/kit/rtp-peer.ts';
import { ReorderBuffer } from './reorder-buffer.ts';

/** Delivered sequence numbers, each with `+n` if n packets were lost before it. */
function handed(arrivals: readonly [sequence: number, atMs: number][], untilMs = 10_000): string[] {
  const seen: string[] = [];
  const window = new ReorderBuffer(({ sequence }, lost) =>
    seen.push(lost === 0 ? `${sequence}` : `${sequence}+${lost}`),
  );
  for (const [sequence, atMs] of arrivals) {
    window.release(atMs);
    window.insert(rtpPacket({ sequence }), atMs);
  }
  window.release(untilMs);
  return seen;
}

describe('packets', () => {
  test.each<[string, [number, number][], string[]]>([
    [
      'in order',
      [
        [1, 0],
        [2, 20],
        [3, 40],
      ],
      ['1', '2', '3'],
    ],
    [
      'across the sequence rollover',
      [
        [65_535, 0],
        [0, 20],
      ],
      ['65535', '0'],
    ],
    [
      'that are reordered',
      [
        [1, 0],
        [3, 20],
        [2, 30],
        [4, 40],
      ],
      ['1', '2', '3', '4'],
    ],
    [
      'that are duplicated',
      [
        [1, 0],
        [1, 5],
        [2, 20],
        [2, 25],
      ],
      ['1', '2'],
    ],
    [
      'duplicated while one is missing',
      [
        [1, 0],
        [3, 20],
        [3, 25],
      ],
      ['1', '3+1'],
    ],
    [
      'with one lost',
      [
        [1, 0],
        [3, 20],
        [4, 40],
      ],
      ['1', '3+1', '4'],
    ],
    [
      'with one that is too late',
      [
        [1, 0],
        [3, 20],
        [4, 85],
        [2, 90],
      ],
      ['1', '3+1', '4'],
    ],
    [
      'after two lost ones',
      [
        [1, 0],
        [4, 20],
      ],
      ['1', '4+2'],
    ],
    [
      'with two gaps',
      [
        [1, 0],
        [3, 20],
        [5, 30],
      ],
      ['1', '3+1', '5+1'],
    ],
    [
      'with a single one far ahead',
      [
        [1, 0],
        [9000, 20],
        [2, 40],
      ],
      ['1', '2'],
    ],
    [
      'of a restarted sender',
      [
        [1, 0],
        [9000, 20],
        [9001, 40],
        [9002, 60],
      ],
      ['1', '9001', '9002'],
    ],
    [
      'of a sender that jumped back',
      [
        [9000, 0],
        [3, 20],
        [4, 40],
      ],
      ['9000', '4'],
    ],
  ])('%s are delivered as expected', (_what, arrivals, expected) => {
    expect(handed(arrivals)).toEqual(expected);
  });

  test('wait at most 60 ms for a missing packet', () => {
    const seen: number[] = [];
    const window = new ReorderBuffer(({ sequence }) => seen.push(sequence));
    window.insert(rtpPacket({ sequence: 1 }), 0);
    expect(window.release(0)).toBeNull();
    window.insert(rtpPacket({ sequence: 3 }), 20);
    expect(window.release(79)).toBe(80);
    expect(seen).toEqual([1]);
    expect(window.release(80)).toBeNull();
    expect(seen).toEqual([1, 3]);
  });

  test('are delivered once and in order despite reordering and duplicates', () => {
    const order = fc.array(fc.tuple(fc.integer({ min: 0, max: 3 }), fc.boolean()), {
      minLength: 1,
      maxLength: 100,
    });
    fc.assert(
      fc.property(order, fc.integer({ min: 0, max: 65_535 }), (moves, first) => {
        const sent = moves.map(([delay, isTwice], index) => ({
          index,
          at: index + (index === 0 ? 0 : delay),
          isTwice,
        }));
        const arriving = sent
          .flatMap((one) => (one.isTwice ? [one, one] : [one]))
          .toSorted((a, b) => a.at - b.at);
        const arrivals = arriving.map(({ index, at }): [number, number] => [(first + index) & 0xffff, at]);
        expect(handed(arrivals)).toEqual(moves.map((_, index) => `${(first + index) & 0xffff}`));
      }),
    );
  });

  test('are never buffered forever or delivered twice', () => {
    const arrival = fc.tuple(fc.integer({ min: 0, max: 65_535 }), fc.integer({ min: 0, max: 100 }));
    fc.assert(
      fc.property(fc.array(arrival, { maxLength: 200 }), (moves) => {
        let atMs = 0;
        let count = 0;
        const window = new ReorderBuffer(() => {
          count += 1;
        });
        for (const [sequence, pauseMs] of moves) {
          atMs += pauseMs;
          window.insert(rtpPacket({ sequence }), atMs);
          window.release(atMs);
        }
        expect(window.release(atMs + 60)).toBeNull();
        expect(count).toBeLessThanOrEqual(moves.length);
      }),
    );
  });
});
