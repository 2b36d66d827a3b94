import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { KeepAlive } from './stream-flow.ts';

const PONG = Buffer.from('\r\n');

function asking() {
  const clock = manualClock();
  const sent: string[] = [];
  let hasGone = false;
  const keepAlive = new KeepAlive({
    clock,
    send: (bytes) => sent.push(String(bytes)),
    gone: () => {
      hasGone = true;
    },
  });
  /** Advances the clock and runs the timers. */
  const pass = async (byMs: number): Promise<boolean> => {
    clock.advance(byMs);
    await Promise.resolve();
    await Promise.resolve();
    return hasGone;
  };
  return { clock, sent, keepAlive, pass };
}

test('a peer that never answered a ping is not closed', async () => {
  const { keepAlive, pass, sent } = asking();
  keepAlive.ping();
  keepAlive.ping();
  expect(sent).toEqual(['\r\n\r\n', '\r\n\r\n']);
  expect(await pass(60_000)).toBe(false);
});

test('a peer that stops answering is gone after ten seconds', async () => {
  const { keepAlive, pass } = asking();
  keepAlive.ping();
  expect(keepAlive.received(PONG, false)).toBe(true);
  keepAlive.ping();
  expect(await pass(9999)).toBe(false);
  expect(await pass(1)).toBe(true);
});

test('any bytes count as activity, but only an expected line ending is a pong', async () => {
  const { keepAlive, pass, clock } = asking();
  expect(keepAlive.received(PONG, false)).toBe(false);
  keepAlive.ping();
  expect(keepAlive.received(PONG, true)).toBe(false);
  expect(keepAlive.received(Buffer.from('SIP/2.0 200 OK\r\n'), false)).toBe(false);
  expect(keepAlive.received(PONG, false)).toBe(true);
  keepAlive.ping();
  await pass(5000);
  expect(keepAlive.received(Buffer.from('OPTIONS'), false)).toBe(false);
  expect(await pass(60_000)).toBe(false);
  keepAlive.ping();
  keepAlive.close();
  expect(clock.sleeping()).toBe(0);
});
