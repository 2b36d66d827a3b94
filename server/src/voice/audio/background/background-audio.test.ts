import { expect, test } from 'vitest';
import { rmsDbfs } from '../level.ts';
import { BackgroundAudio, volumeGain } from './background-audio.ts';
import { backgroundLoop } from './background-loop.ts';

function nextFrames(player: { mixInto(frame: Int16Array): void }, count: number, of = 0): Int16Array {
  const frames = Array.from({ length: count }, () => {
    const frame = new Int16Array(160).fill(of);
    player.mixInto(frame);
    return frame;
  });
  return Int16Array.from(frames.flatMap((frame) => [...frame]));
}

test('fades in, loops, and mixes with speech', () => {
  const player = new BackgroundAudio().play('hold-music', 8000, 0.5);
  const loop = backgroundLoop('hold-music', 8000);
  const faded = nextFrames(player, loop.length / 160, 100);
  expect(faded[0]).toBe(100);
  expect(rmsDbfs(faded.subarray(0, 800))).toBeLessThan(rmsDbfs(faded.subarray(-800)));
  const expected = loop.subarray(0, 1600).map((sample) => Math.round(100 + sample / 4));
  expect(nextFrames(player, 10, 100)).toEqual(expected);
});

test('starts the ambience of concurrent calls at different positions', () => {
  const backgroundAudio = new BackgroundAudio();
  const heard = nextFrames(backgroundAudio.play('office', 8000, 1), 50);
  expect(nextFrames(backgroundAudio.play('office', 8000, 1), 50)).not.toEqual(heard);
});

test.each([
  [0, 0],
  [0.5, 0.25],
  [1, 1],
  [-1, 0],
  [3, 1],
])('converts volume %d to a gain of %d', (volume, gain) => {
  expect(volumeGain(volume)).toBe(gain);
});
