import { once } from 'node:events';
import { expect, test } from 'vitest';
import { manualClock } from '../../test/kit/clocks.ts';
import { openSocketPair } from '../../test/kit/socket-pair.ts';
import { keepAlive, QUICK_PING_MS } from './socket-liveness.ts';

const signal = new AbortController().signal;

test('terminates a connection without responses within five seconds', async () => {
  const pair = await openSocketPair({ autoPong: false });
  const clock = manualClock(new Date());
  keepAlive(pair.server, { clock, pingMs: QUICK_PING_MS }, signal);
  const closed = once(pair.server, 'close');
  for (let ping = 0; ping < 2; ping += 1) {
    clock.advance(QUICK_PING_MS);
    await once(pair.client, 'ping');
    expect(pair.server.readyState).toBe(pair.server.OPEN);
  }
  clock.advance(QUICK_PING_MS);
  expect(await closed).toEqual([1006, expect.anything()]);
  expect(3 * QUICK_PING_MS).toBeLessThan(5000);
  await pair.close();
});

test('keeps a connection that responds', async () => {
  const pair = await openSocketPair();
  const clock = manualClock(new Date());
  keepAlive(pair.server, { clock, pingMs: QUICK_PING_MS }, signal);
  for (let ping = 0; ping < 4; ping += 1) {
    clock.advance(QUICK_PING_MS);
    await once(pair.server, 'pong');
  }
  expect(pair.server.readyState).toBe(pair.server.OPEN);
  await pair.close();
});
