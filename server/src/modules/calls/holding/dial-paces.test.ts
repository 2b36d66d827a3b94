import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LockedPaces, paceOf, TAKEN_AHEAD_MS } from './dial-paces.ts';

test('each account at a carrier has a pace, and some carriers have none', () => {
  const limits = new Map([
    ['sip', 20],
    ['twilio', 1],
  ]);
  expect(paceOf({ provider: 'sip', carrier_account: 'sip:alice@pbx.example.com' }, limits)).toEqual({
    key: 'sip:alice@pbx.example.com',
    intervalMs: 50,
  });
  expect(paceOf({ provider: 'twilio', carrier_account: 'twilio' }, limits)).toEqual({
    key: 'twilio',
    intervalMs: 1000,
  });
  expect(paceOf({ provider: 'sandbox', carrier_account: 'sandbox' }, limits)).toBe(null);
});

const pace = { key: 'twilio', intervalMs: 1000 };

/** Who asks at that instant, where the next call may begin at another one. */
const askedAt = (nowMs: number, nextMs: number): LockedPaces =>
  new LockedPaces(new Map([[pace.key, nextMs]]), nowMs);

test('after a quiet hour one call begins, and the next one a whole interval later', () => {
  const paces = askedAt(3_600_000, 0);
  expect([paces.take(pace, 0), paces.take(pace, 0)]).toEqual([3_600_000, null]);
  expect(paces.nextMs(pace)).toBe(3_601_000);
});

test('whoever is late by a moment is not caught up with', () => {
  const paces = askedAt(3_600_003, 3_600_000);
  expect(paces.take(pace, 0)).toBe(3_600_003);
  expect(paces.nextMs(pace)).toBe(3_601_003);
});

test('a place of the next moment is taken ahead, one behind it is not', () => {
  expect(askedAt(3_600_000 - TAKEN_AHEAD_MS, 3_600_000).take(pace, 0)).toBe(3_600_000);
  expect(askedAt(3_599_999 - TAKEN_AHEAD_MS, 3_600_000).take(pace, 0)).toBe(null);
});

test('a place is not before the instant of its call', () => {
  const paces = askedAt(3_600_000, 0);
  const tooLateMs = 3_600_001 + TAKEN_AHEAD_MS;
  expect([paces.take(pace, tooLateMs), paces.take(pace, 3_600_020)]).toEqual([null, 3_600_020]);
  expect(paces.nextMs(pace)).toBe(3_601_020);
});

test('a clock that was set back by an hour keeps nobody waiting for an hour', () => {
  const paces = askedAt(3_600_000, 7_200_000);
  expect([paces.take(pace, 0), paces.take(pace, 0)]).toEqual([3_600_000, null]);
  expect(paces.taken).toEqual([{ key: 'twilio', nextMs: 3_601_000 }]);
});

test('a place that is given back is there for the next call', () => {
  const paces = askedAt(3_600_000, 3_599_900);
  expect([paces.take(pace, 0), paces.take(pace, 0)]).toEqual([3_600_000, null]);
  paces.giveBack(pace, 3_600_000);
  expect(paces.taken).toEqual([{ key: 'twilio', nextMs: 3_600_000 }]);
  expect([paces.take(pace, 0), paces.take(pace, 0)]).toEqual([3_600_000, null]);
});

test('a place that others stand behind is not given to anybody else', () => {
  const quick = { key: 'sip:1', intervalMs: 20 };
  const paces = new LockedPaces(new Map(), 10_000);
  const taken = [1, 2, 3].map(() => paces.take(quick, 0) ?? 0);
  expect(taken).toEqual([10_000, 10_020, 10_040]);
  paces.giveBack(quick, 10_020);
  expect(paces.nextMs(quick)).toBe(10_060);
  paces.giveBack(quick, 10_040);
  expect(paces.nextMs(quick)).toBe(10_040);
});

test('whenever it is asked, no second has more calls than it may, and asked in time it has as many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.nat(2 * TAKEN_AHEAD_MS), { minLength: 200, maxLength: 400 }),
      (perSecond, gaps) => {
        const own = { key: 'sip:1', intervalMs: 1000 / perSecond };
        const begun: number[] = [];
        let known = new Map<string, number>();
        let nowMs = 10_000;
        for (const gapMs of gaps) {
          nowMs += gapMs;
          const paces = new LockedPaces(known, nowMs);
          for (let atMs = paces.take(own, 0); atMs !== null; atMs = paces.take(own, 0)) begun.push(atMs);
          known = new Map(paces.taken.length === 0 ? known : [[own.key, paces.nextMs(own)]]);
        }
        // Fractions of a millisecond are no whole numbers.
        const gapsOf = begun.slice(1).map((atMs, index) => atMs - (begun[index] ?? 0));
        for (const gapMs of gapsOf) expect(gapMs).toBeGreaterThan(own.intervalMs - 0.001);
        const elapsedMs = nowMs - (begun[0] ?? nowMs);
        const lateMs = TAKEN_AHEAD_MS;
        expect(begun.length).toBeGreaterThanOrEqual(Math.floor(elapsedMs / (own.intervalMs + lateMs)));
      },
    ),
  );
});
