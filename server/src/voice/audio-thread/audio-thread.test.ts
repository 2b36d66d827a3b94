import { afterEach, expect, test } from 'vitest';
import { AudioThread, type ModulePort } from './audio-thread.ts';

const ECHO = new URL('./fixtures/echo.worker-module.ts', import.meta.url);
const doors: ModulePort[] = [];
afterEach(async () => {
  await Promise.all(doors.splice(0).map((port) => port.unload()));
});

function load(thread: AudioThread, module = ECHO) {
  const heard: unknown[] = [];
  const lost: [reason: string, isFinal: boolean][] = [];
  const port = thread.load(module, {
    onReply: (message) => heard.push(message),
    onLost: (reason, isFinal) => lost.push([reason, isFinal]),
  });
  doors.push(port);
  return { port, heard, lost };
}

test('runs modules in one thread, each with its own replies in order', async () => {
  const thread = new AudioThread();
  const [one, other] = [load(thread), load(thread)];
  for (const request of ['later', 'a', 'where']) one.port.post(request);
  other.port.post('where');
  await expect.poll(() => one.heard).toEqual(['later', 'a', expect.any(Number)]);
  expect(other.heard).toEqual([one.heard[2]]);
});

test('closes only the module that fails', async () => {
  const thread = new AudioThread();
  const [one, other] = [load(thread), load(thread)];
  other.port.post('a');
  one.port.post('fail');
  one.port.post('a');
  await expect.poll(() => one.lost).toEqual([['failed as requested', false]]);
  other.port.post('b');
  await expect.poll(() => other.heard).toEqual(['a', 'b']);
  expect([one.heard, other.lost]).toEqual([[], []]);
});

test('reports a module that cannot be loaded as final', async () => {
  const { lost } = load(new AudioThread(), new URL('./fixtures/missing.worker-module.ts', import.meta.url));
  await expect.poll(() => lost).toEqual([[expect.stringContaining('missing.worker-module.ts'), true]]);
});

test('reports a terminated thread to all modules and restarts it on load', async () => {
  const thread = new AudioThread();
  const [one, other] = [load(thread), load(thread)];
  one.port.post('end');
  await expect
    .poll(() => [...one.lost, ...other.lost])
    .toEqual([
      ['exit code 1', false],
      ['exit code 1', false],
    ]);
  const again = load(thread);
  again.port.post('a');
  await expect.poll(() => again.heard).toEqual(['a']);
});

test('terminates the thread when its last module is unloaded, and reports nothing afterwards', async () => {
  const thread = new AudioThread();
  const { port, heard, lost } = load(thread);
  port.post('where');
  await expect.poll(() => heard.length).toBe(1);
  port.post('a');
  await port.unload();
  await port.unload();
  const next = load(thread);
  next.port.post('where');
  await expect.poll(() => next.heard.length).toBe(1);
  expect(next.heard[0]).not.toBe(heard[0]);
  expect([heard.length, lost]).toEqual([1, []]);
});
