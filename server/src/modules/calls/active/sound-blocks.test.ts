import { expect, test } from 'vitest';
import { type SoundBlock, SoundBlocks } from './call-writer.ts';

const sound = (callId: number, length: number, beginByte = 0) => ({
  userId: 1,
  callId,
  beginByte,
  bytes: new Uint8Array(length).fill(callId),
});

/** Lists the segments: call, offset, length, and whether every byte is correct. */
function contentOf(blocks: readonly SoundBlock[]) {
  return blocks.flatMap(({ bytes, segments }) =>
    segments.map(({ callId, beginByte, start, length }) => {
      const isWhole = bytes.subarray(start, start + length).every((byte) => byte === callId);
      return [callId, beginByte, length, isWhole];
    }),
  );
}

test('buffers all audio in order and in as few blocks as possible', () => {
  const waiting = new SoundBlocks();
  for (let callId = 1; callId <= 100; callId += 1) waiting.add(sound(callId, 16_000, callId));
  const blocks = waiting.take();
  expect(blocks.length).toBe(2);
  expect(contentOf(blocks)).toEqual(
    Array.from({ length: 100 }, (_, index) => [index + 1, index + 1, 16_000, true]),
  );
  expect(waiting.take()).toEqual([]);
});

test('puts blocks that could not be stored in front of newer ones', () => {
  const waiting = new SoundBlocks();
  waiting.add(sound(1, 10));
  const blocks = waiting.take();
  waiting.add(sound(2, 10));
  waiting.keep(blocks);
  waiting.add(sound(3, 10));
  expect(contentOf(waiting.take()).map(([callId]) => callId)).toEqual([1, 2, 3]);
});

test('reuses blocks without leaking old audio', () => {
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

test('allocates a larger block for an oversized segment', () => {
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
