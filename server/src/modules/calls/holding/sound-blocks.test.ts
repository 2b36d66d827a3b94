import { expect, test } from 'vitest';
import { type SoundBlock, SoundBlocks } from './sound-blocks.ts';

const sound = (callId: number, length: number, beginByte = 0) => ({
  ...{ userId: 1, callId, beginByte },
  bytes: new Uint8Array(length).fill(callId),
});

/** What is in the blocks: call, where it begins, how long, and whether every byte is its own. */
function contentOf(blocks: readonly SoundBlock[]) {
  return blocks.flatMap(({ bytes, places }) =>
    places.map(({ callId, beginByte, start, length }) => {
      const isWhole = bytes.subarray(start, start + length).every((byte) => byte === callId);
      return [callId, beginByte, length, isWhole];
    }),
  );
}

test('sound waits in order, whole, in as few blocks as it fits into', () => {
  const waiting = new SoundBlocks();
  for (let callId = 1; callId <= 100; callId += 1) waiting.add(sound(callId, 16_000, callId));
  const blocks = waiting.take();
  expect(blocks.length).toBe(2);
  expect(contentOf(blocks)).toEqual(
    Array.from({ length: 100 }, (_, index) => [index + 1, index + 1, 16_000, true]),
  );
  expect(waiting.take()).toEqual([]);
});

test('what could not be stored waits in front of what came meanwhile', () => {
  const waiting = new SoundBlocks();
  waiting.add(sound(1, 10));
  const blocks = waiting.take();
  waiting.add(sound(2, 10));
  waiting.keep(blocks);
  waiting.add(sound(3, 10));
  expect(contentOf(waiting.take()).map(([callId]) => callId)).toEqual([1, 2, 3]);
});

test('blocks are used again, and tell nothing of what was in them', () => {
  const waiting = new SoundBlocks();
  waiting.add(sound(1, 100));
  const first = waiting.take();
  waiting.add(sound(2, 50));
  waiting.release(first);
  const second = waiting.take();
  waiting.add(sound(3, 20));
  const third = waiting.take();
  expect(third[0]).toBe(first[0]);
  expect(contentOf(third)).toEqual([[3, 0, 20, true]]);
  expect(contentOf(second)).toEqual([[2, 0, 50, true]]);
});

test('a piece that is larger than a block has one of its own', () => {
  const waiting = new SoundBlocks();
  waiting.add(sound(1, 3_000_000));
  waiting.add(sound(2, 10));
  const blocks = waiting.take();
  expect(contentOf(blocks)).toEqual([
    [1, 0, 3_000_000, true],
    [2, 0, 10, true],
  ]);
  waiting.release(blocks);
});
