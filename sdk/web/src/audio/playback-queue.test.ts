import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPlaybackQueue } from './playback-queue.ts';

const queue = () => createPlaybackQueue({ primeSamples: 20, maxSamples: 100, fadeSamples: 0 });

function read(from: ReturnType<typeof queue>, count: number): number[] {
  const block = new Float32Array(count).fill(9);
  from.read(block);
  return [...block];
}

const counting = (begin: number, count: number): Float32Array =>
  Float32Array.from({ length: count }, (_, index) => begin + index);

test('starts when enough audio is buffered', () => {
  const playing = queue();
  playing.push(counting(1, 10));
  expect(read(playing, 5)).toEqual([0, 0, 0, 0, 0]);
  playing.push(counting(11, 10));
  expect(read(playing, 5)).toEqual([1, 2, 3, 4, 5]);
  expect(playing.waiting()).toBe(15);
});

test('starts shorter audio after a delay', () => {
  const playing = queue();
  playing.push(counting(1, 3));
  for (const _ of [1, 2, 3]) expect(read(playing, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(read(playing, 5)).toEqual([1, 2, 3, 0, 0]);
});

test('buffers again after a gap', () => {
  const playing = queue();
  playing.push(counting(1, 20));
  expect(read(playing, 20)).toEqual([...counting(1, 20)]);
  expect(read(playing, 5)).toEqual([0, 0, 0, 0, 0]);
  playing.push(counting(21, 5));
  expect(read(playing, 5)).toEqual([0, 0, 0, 0, 0]);
});

test('fades at the edges of a gap', () => {
  const playing = createPlaybackQueue({ primeSamples: 2, maxSamples: 100, fadeSamples: 4 });
  const loud = (count: number) => new Float32Array(count).fill(8);
  playing.push(loud(6));
  expect(read(playing, 6)).toEqual([0, 2, 4, 6, 8, 8]);
  expect(read(playing, 5)).toEqual([6, 4, 2, 0, 0]);
  playing.push(loud(6));
  expect(read(playing, 8)).toEqual([0, 2, 4, 6, 8, 8, 6, 4]);
  expect(read(playing, 3)).toEqual([2, 0, 0]);
});

test('never plays cleared audio', () => {
  const playing = queue();
  playing.push(counting(1, 50));
  read(playing, 5);
  playing.clear();
  expect(playing.waiting()).toBe(0);
  expect(read(playing, 30)).toEqual(new Array(30).fill(0));
  playing.push(counting(1, 20));
  expect(read(playing, 2)).toEqual([1, 2]);
});

test('drops audio beyond its limit', () => {
  const playing = queue();
  playing.push(counting(0, 90));
  playing.push(counting(0, 20));
  expect(playing.waiting()).toBe(90);
});

test('plays all samples in order', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 10 }),
      fc.integer({ min: 1, max: 20 }),
      (sizes, block) => {
        const playing = createPlaybackQueue({ primeSamples: 1, maxSamples: 1_000, fadeSamples: 0 });
        let count = 0;
        for (const size of sizes) {
          playing.push(counting(count + 1, size));
          count += size;
        }
        const heard: number[] = [];
        while (playing.waiting() > 0) heard.push(...read(playing, block));
        expect(heard.filter((sample) => sample !== 0)).toEqual([...counting(1, count)]);
      },
    ),
  );
});
