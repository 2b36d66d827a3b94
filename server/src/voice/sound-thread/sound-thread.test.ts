import { afterEach, expect, test } from 'vitest';
import { type RoomDoor, SoundThread } from './sound-thread.ts';

const ECHO = new URL('./fixtures/echo.room.ts', import.meta.url);
const doors: RoomDoor[] = [];
afterEach(async () => {
  await Promise.all(doors.splice(0).map((door) => door.leave()));
});

function enter(thread: SoundThread, room = ECHO) {
  const heard: unknown[] = [];
  const lost: [reason: string, isFinal: boolean][] = [];
  const door = thread.enter(room, {
    replied: (message) => heard.push(message),
    lost: (reason, isFinal) => lost.push([reason, isFinal]),
  });
  doors.push(door);
  return { door, heard, lost };
}

test('each room has answers of its own, in the order of its requests, and both are in one thread', async () => {
  const thread = new SoundThread();
  const [one, other] = [enter(thread), enter(thread)];
  for (const request of ['later', 'a', 'where']) one.door.post(request);
  other.door.post('where');
  await expect.poll(() => one.heard).toEqual(['later', 'a', expect.any(Number)]);
  expect(other.heard).toEqual([one.heard[2]]);
});

test('a room that fails is closed, and the others go on', async () => {
  const thread = new SoundThread();
  const [one, other] = [enter(thread), enter(thread)];
  other.door.post('a');
  one.door.post('fail');
  one.door.post('a');
  await expect.poll(() => one.lost).toEqual([['failed as told', false]]);
  other.door.post('b');
  await expect.poll(() => other.heard).toEqual(['a', 'b']);
  expect([one.heard, other.lost]).toEqual([[], []]);
});

test('a room that cannot be opened will not be later', async () => {
  const { lost } = enter(new SoundThread(), new URL('./fixtures/missing.room.ts', import.meta.url));
  await expect.poll(() => lost).toEqual([[expect.stringContaining('missing.room.ts'), true]]);
});

test('a thread that ends is lost for all, and replaced for who enters again', async () => {
  const thread = new SoundThread();
  const [one, other] = [enter(thread), enter(thread)];
  one.door.post('end');
  await expect
    .poll(() => [...one.lost, ...other.lost])
    .toEqual([
      ['exit code 1', false],
      ['exit code 1', false],
    ]);
  const again = enter(thread);
  again.door.post('a');
  await expect.poll(() => again.heard).toEqual(['a']);
});

test('the last to leave ends the thread, and nothing is told after that', async () => {
  const thread = new SoundThread();
  const { door, heard, lost } = enter(thread);
  door.post('where');
  await expect.poll(() => heard.length).toBe(1);
  door.post('a');
  await door.leave();
  await door.leave();
  const next = enter(thread);
  next.door.post('where');
  await expect.poll(() => next.heard.length).toBe(1);
  expect(next.heard[0]).not.toBe(heard[0]);
  expect([heard.length, lost]).toEqual([1, []]);
});
