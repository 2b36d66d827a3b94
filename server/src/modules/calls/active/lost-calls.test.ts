import { expect, test } from 'vitest';
import { LostCalls } from './call-poller.ts';

test('reports a call as lost after it was missing for 20 consecutive seconds', () => {
  let nowMs = 0;
  const lost = new LostCalls({ monotonicMs: () => nowMs });
  const lookAt = (atMs: number, ids: number[]): number[] => {
    nowMs = atMs;
    return lost.among(ids.map((id) => ({ id }))).map(({ id }) => id);
  };
  expect(lookAt(0, [1, 2])).toEqual([]);
  expect(lookAt(10_000, [2, 3])).toEqual([]);
  expect(lookAt(19_999, [1, 2, 3])).toEqual([]);
  expect(lookAt(20_000, [1, 2, 3])).toEqual([2]);
  expect(lookAt(30_000, [1, 3])).toEqual([3]);
  expect(lookAt(39_999, [1])).toEqual([1]);
  expect(lookAt(50_000, [])).toEqual([]);
});
