import { afterEach, expect, test } from 'vitest';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import { rmsDbfs } from '../level.ts';
import { bedGain, SoundBeds } from './sound-beds.ts';

const opened: SoundBeds[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((beds) => beds.close()));
});

function soundBeds(log = silentLog): SoundBeds {
  const beds = new SoundBeds(log, new URL('./fixtures/constant-bed.worker.ts', import.meta.url));
  opened.push(beds);
  return beds;
}

function nextFrame(player: { mixInto(frame: Int16Array): void }, of = 0): Int16Array {
  const frame = new Int16Array(160).fill(of);
  player.mixInto(frame);
  return frame;
}

test('a sound fades in once it is there, goes round and is added to what is said', async () => {
  const player = soundBeds().play('office', 8000, 0.5);
  expect(nextFrame(player, 100)[0]).toBe(100);
  await expect.poll(() => nextFrame(player).at(-1)).toBeGreaterThan(0);
  for (let frame = 0; frame < 30; frame += 1) nextFrame(player);
  expect(new Set(nextFrame(player, 100))).toEqual(new Set([1100]));
});

test('each sound is made once per rate', async () => {
  const beds = soundBeds();
  const first = beds.play('cafe', 8000, 1);
  await expect.poll(() => nextFrame(first).at(-1)).toBeGreaterThan(0);
  expect(nextFrame(beds.play('cafe', 8000, 1)).at(-1)).toBeGreaterThan(0);
  expect(nextFrame(beds.play('cafe', 16_000, 1)).at(-1)).toBe(0);
});

test('a sound that cannot be made stays silent, is told, and is tried again for the next call', async () => {
  const logged: string[] = [];
  const beds = soundBeds({ ...silentLog, error: (_, message) => logged.push(message) });
  const player = beds.play('city', 8000, 1);
  await expect.poll(() => logged).toEqual(['A sound for calls could not be made.']);
  expect(nextFrame(player).at(-1)).toBe(0);
  beds.play('city', 8000, 1);
  await expect.poll(() => logged.length).toBe(2);
});

test('nothing begins after the end', async () => {
  const beds = soundBeds();
  await beds.close();
  expect(nextFrame(beds.play('forest', 8000, 1)).at(-1)).toBe(0);
});

test.each([
  [0, 0],
  [0.5, 0.25],
  [1, 1],
  [-1, 0],
  [3, 1],
])('a volume of %d is a factor of %d', (volume, gain) => {
  expect(bedGain(volume)).toBe(gain);
});

test('the real thread makes the real sound', async () => {
  const beds = new SoundBeds(silentLog);
  opened.push(beds);
  const player = beds.play('hold-music', 8000, 1);
  await expect.poll(() => nextFrame(player).some((sample) => sample !== 0)).toBe(true);
  const heard = Array.from({ length: 100 }, () => [...nextFrame(player)]).flat();
  expect(rmsDbfs(Int16Array.from(heard))).toBeCloseTo(-26, -1);
});
