import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.ts';

test('reports when the reader has handled all events so far', async () => {
  const queue = new EventQueue<number>();
  const handled: (number | 'all')[] = [];
  for (const event of [1, 2, 3]) queue.push(event);
  const all = queue.handled().then(() => handled.push('all'));
  const read = (async () => {
    for await (const event of queue) handled.push(event);
  })();
  await all;
  expect(handled).toEqual([1, 2, 3, 'all']);
  await queue.handled();
  queue.push(4);
  await queue.handled();
  expect(handled).toEqual([1, 2, 3, 'all', 4]);
  queue.close();
  await read;
  await queue.handled();
});

test('does not wait for a reader that has left', async () => {
  const queue = new EventQueue<number>();
  for (const event of [1, 2]) queue.push(event);
  const all = queue.handled();
  for await (const _ of queue) break;
  await all;
  await queue.handled();
});
