import { expect, test } from 'vitest';
import { manualClock } from '../../../../test/kit/clocks.ts';
import { silentLog } from '../../../../test/kit/silent-log.ts';
import { ReachGuard } from './reach-guard.ts';

function guard() {
  const clock = manualClock();
  const warned: unknown[] = [];
  const log = { ...silentLog, warn: (fields: unknown) => void warned.push(fields) };
  const refusalOf = (address: string): string | null => (address.startsWith('10.') ? 'private' : null);
  return { guard: new ReachGuard(refusalOf, { clock, log }), clock, warned };
}

const inner = { transport: 'udp', address: '10.0.0.9', port: 5060 } as const;

test('a disallowed address is refused without naming it, and logged at a limited rate', () => {
  const { guard: tested, clock, warned } = guard();
  expect(() => tested.require({ ...inner, address: '192.0.2.1' })).not.toThrow();
  const words = 'The address is private; it must be listed in PARLEY_ALLOW_PRIVATE_CIDRS.';
  expect(() => tested.require(inner)).toThrow(words);
  expect(() => tested.require(inner)).toThrow(words);
  expect(warned).toEqual([{ range: 'private' }]);
  clock.advance(120_000);
  expect(() => tested.require(inner)).toThrow();
  expect(warned).toHaveLength(2);
});

test('an allowed peer is reachable only at its transport address', () => {
  const { guard: tested } = guard();
  tested.allowTarget(inner);
  expect(() => tested.require(inner)).not.toThrow();
  expect(() => tested.require({ ...inner, port: 22 })).toThrow();
  expect(() => tested.require({ ...inner, transport: 'tcp' })).toThrow();
  expect(() => tested.require({ ...inner, address: '10.0.0.8' })).toThrow();
});

test('the oldest allowed peer is dropped at the limit', () => {
  const { guard: tested } = guard();
  for (let port = 1; port <= 10_001; port += 1) tested.allowTarget({ ...inner, port });
  expect(() => tested.require({ ...inner, port: 1 })).toThrow();
  expect(() => tested.require({ ...inner, port: 2 })).not.toThrow();
});
