import fc from 'fast-check';
import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import type { Target } from './flow.ts';
import { TargetHealth } from './routes.ts';

const target = (port: number): Target => ({
  transport: 'udp',
  address: '192.0.2.1',
  port,
  host: 'b.example',
});
const [one, two, three] = [target(1), target(2), target(3)];

function judging() {
  const clock = manualClock();
  const health = new TargetHealth(clock);
  const portsIn = () => health.order([one, two, three]).map(({ port }) => port);
  return { clock, health, portsIn };
}

test('a failed server is tried last for 30 seconds', () => {
  const { clock, health, portsIn } = judging();
  health.failed(one);
  expect(portsIn()).toEqual([2, 3, 1]);
  clock.advance(29_999);
  expect(portsIn()).toEqual([2, 3, 1]);
  clock.advance(1);
  expect(portsIn()).toEqual([1, 2, 3]);
});

test('after the pause one request tries the server while others avoid it', () => {
  const { clock, health, portsIn } = judging();
  health.failed(one);
  clock.advance(30_000);
  expect([portsIn(), portsIn()]).toEqual([
    [1, 2, 3],
    [2, 3, 1],
  ]);
  health.worked(one);
  expect(portsIn()).toEqual([1, 2, 3]);
});

test('repeated failures double the pause up to ten minutes', () => {
  const { clock, health, portsIn } = judging();
  for (const pauseMs of [30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000]) {
    health.failed(one);
    clock.advance(pauseMs - 1);
    expect(portsIn()[0]).toBe(2);
    clock.advance(1);
    expect(portsIn()[0]).toBe(1);
  }
});

test('Retry-After sets the pause up to ten minutes', () => {
  const { clock, health, portsIn } = judging();
  health.failed(one, 5000);
  clock.advance(5000);
  expect(portsIn()).toEqual([1, 2, 3]);
  health.failed(one, 1e12);
  clock.advance(600_000);
  expect(portsIn()).toEqual([1, 2, 3]);
});

test('every target stays in the list and is eventually tried again', () => {
  const events = fc.array(
    fc.record({ port: fc.integer({ min: 1, max: 3 }), hasFailed: fc.boolean(), passMs: fc.nat(100_000) }),
  );
  fc.assert(
    fc.property(events, (all) => {
      const { clock, health, portsIn } = judging();
      for (const { port, hasFailed, passMs } of all) {
        if (hasFailed) health.failed(target(port));
        else health.worked(target(port));
        expect(portsIn().toSorted()).toEqual([1, 2, 3]);
        clock.advance(passMs);
      }
      clock.advance(700_000);
      expect(portsIn()).toEqual([1, 2, 3]);
    }),
  );
});

test('at most 1,000 servers are remembered', () => {
  const { health } = judging();
  for (let port = 1; port <= 1001; port += 1) health.failed(target(port));
  expect(health.order([two, one]).map(({ port }) => port)).toEqual([1, 2]);
});
