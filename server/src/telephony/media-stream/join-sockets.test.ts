import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../../test/kit/clocks.ts';
import { eventually } from '../../../test/kit/eventually.ts';
import { openSocketPair, type SocketPair } from '../../../test/kit/socket-pair.ts';
import { joinSockets } from './join-sockets.ts';

let near: SocketPair;
let far: SocketPair;
let clock: ManualClock;

beforeEach(async () => {
  [near, far] = [await openSocketPair(), await openSocketPair()];
  clock = manualClock();
  joinSockets(near.server, far.server, { clock });
});
afterEach(async () => {
  await near.close();
  await far.close();
  await eventually(
    async () => clock.sleeping(),
    (count) => count === 0,
  );
});

test('forwards messages unchanged', async () => {
  const heard = once(far.client, 'message');
  near.client.send('{"event":"media"}');
  expect((await heard).map(String)).toEqual(['{"event":"media"}', 'false']);
  const answered = once(near.client, 'message');
  far.client.send(Buffer.from([1, 2]));
  expect(await answered).toEqual([Buffer.from([1, 2]), true]);
});

test('breaks or closes the other connection in the same way', async () => {
  const broken = once(far.client, 'close');
  near.client.terminate();
  expect((await broken)[0]).toBe(1006);
  const other = { near: await openSocketPair(), far: await openSocketPair() };
  joinSockets(other.near.server, other.far.server, { clock });
  const closed = once(other.near.client, 'close');
  other.far.client.close(4000);
  expect((await closed)[0]).toBe(4000);
  await Promise.all([other.near.close(), other.far.close()]);
});

test.each([
  ['closes', () => near.client.close()],
  ['is terminated', () => near.client.terminate()],
  ['does not answer three pings', () => answerNothing()],
])('when one side %s, the other is closed', async (_, end) => {
  const closed = once(far.client, 'close');
  await end();
  await closed;
});

/** Simulates a dead machine: the socket is not closed, and three pings stay unanswered. */
async function answerNothing(): Promise<void> {
  near.client.pause();
  for (let ping = 0; ping < 3; ping += 1) {
    await eventually(
      async () => clock.sleeping(),
      (count) => count === 2,
    );
    clock.advance(10_000);
  }
}

test('closes both sides if one does not read', async () => {
  const closed = once(near.client, 'close');
  far.client.pause();
  const second = JSON.stringify('x'.repeat(60_000));
  await eventually(
    async () => near.client.send(second, () => undefined),
    () => near.client.readyState !== near.client.OPEN,
  );
  await closed;
});
