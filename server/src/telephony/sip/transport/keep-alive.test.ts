import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { KeepAlive } from './keep-alive.ts';

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
  /** Passes time and lets whoever was woken run. */
  const pass = async (byMs: number): Promise<boolean> => {
    clock.advance(byMs);
    await Promise.resolve();
    await Promise.resolve();
    return hasGone;
  };
  return { clock, sent, keepAlive, pass };
}

test('who never answered is not missed', async () => {
  const { keepAlive, pass, sent } = asking();
  keepAlive.ask();
  keepAlive.ask();
  expect(sent).toEqual(['\r\n\r\n', '\r\n\r\n']);
  expect(await pass(60_000)).toBe(false);
});

test('who answered before and does not any more has gone after ten seconds', async () => {
  const { keepAlive, pass } = asking();
  keepAlive.ask();
  expect(keepAlive.heard(PONG, false)).toBe(true);
  keepAlive.ask();
  expect(await pass(9999)).toBe(false);
  expect(await pass(1)).toBe(true);
});

test('whatever is said is a sign of life; only a line end that was asked for is an answer', async () => {
  const { keepAlive, pass, clock } = asking();
  expect(keepAlive.heard(PONG, false)).toBe(false);
  keepAlive.ask();
  expect(keepAlive.heard(PONG, true)).toBe(false);
  expect(keepAlive.heard(Buffer.from('SIP/2.0 200 OK\r\n'), false)).toBe(false);
  expect(keepAlive.heard(PONG, false)).toBe(true);
  keepAlive.ask();
  await pass(5000);
  expect(keepAlive.heard(Buffer.from('OPTIONS'), false)).toBe(false);
  expect(await pass(60_000)).toBe(false);
  keepAlive.ask();
  keepAlive.close();
  expect(clock.sleeping()).toBe(0);
});
