import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import { rmsDbfs } from '../level.ts';
import { BackgroundAudio, volumeGain } from './background-audio.ts';

const opened: BackgroundAudio[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((backgroundAudio) => backgroundAudio.close()));
});

function createBackgroundAudio(log = silentLog): BackgroundAudio {
  const backgroundAudio = new BackgroundAudio(
    log,
    new URL('./fixtures/constant-sound.worker.ts', import.meta.url),
  );
  opened.push(backgroundAudio);
  return backgroundAudio;
}

function nextFrame(player: { mixInto(frame: Int16Array): void }, of = 0): Int16Array {
  const frame = new Int16Array(160).fill(of);
  player.mixInto(frame);
  return frame;
}

test('fades in when ready, loops, and mixes with speech', async () => {
  const player = createBackgroundAudio().play('office', 8000, 0.5);
  expect(nextFrame(player, 100)[0]).toBe(100);
  await expect.poll(() => nextFrame(player).at(-1)).toBeGreaterThan(0);
  for (let frame = 0; frame < 30; frame += 1) nextFrame(player);
  expect(new Set(nextFrame(player, 100))).toEqual(new Set([1100]));
});

test('synthesizes each sound once per sample rate', async () => {
  const backgroundAudio = createBackgroundAudio();
  const first = backgroundAudio.play('cafe', 8000, 1);
  await expect.poll(() => nextFrame(first).at(-1)).toBeGreaterThan(0);
  expect(nextFrame(backgroundAudio.play('cafe', 8000, 1)).at(-1)).toBeGreaterThan(0);
  expect(nextFrame(backgroundAudio.play('cafe', 16_000, 1)).at(-1)).toBe(0);
});

test('stays silent and logs a failed synthesis, and retries it for the next call', async () => {
  const logged: string[] = [];
  const backgroundAudio = createBackgroundAudio({
    ...silentLog,
    error: (_, message) => logged.push(message),
  });
  const player = backgroundAudio.play('city', 8000, 1);
  await expect.poll(() => logged).toEqual(['A background sound could not be synthesized.']);
  expect(nextFrame(player).at(-1)).toBe(0);
  backgroundAudio.play('city', 8000, 1);
  await expect.poll(() => logged.length).toBe(2);
});

test('starts no synthesis after close', async () => {
  const backgroundAudio = createBackgroundAudio();
  await backgroundAudio.close();
  expect(nextFrame(backgroundAudio.play('forest', 8000, 1)).at(-1)).toBe(0);
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

test('synthesizes the real sound in the real worker', async () => {
  const backgroundAudio = new BackgroundAudio(silentLog);
  opened.push(backgroundAudio);
  const player = backgroundAudio.play('hold-music', 8000, 1);
  await expect.poll(() => nextFrame(player).some((sample) => sample !== 0)).toBe(true);
  const heard = Array.from({ length: 100 }, () => [...nextFrame(player)]).flat();
  expect(rmsDbfs(Int16Array.from(heard))).toBeCloseTo(-26, -1);
});
