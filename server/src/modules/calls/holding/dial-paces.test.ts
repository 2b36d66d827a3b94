import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LockedPaces, paceOf } from './dial-paces.ts';

test('trunks have a pace each, other carriers one for the installation, and some have none', () => {
  const limits = new Map([
    ['sip', 20],
    ['twilio', 1],
  ]);
  expect(paceOf({ id: 7, provider: 'sip' }, limits)).toEqual({ key: 'sip:7', intervalMs: 50 });
  expect(paceOf({ id: 8, provider: 'twilio' }, limits)).toEqual({ key: 'twilio', intervalMs: 1000 });
  expect(paceOf({ id: 9, provider: 'sandbox' }, limits)).toBe(null);
});

test('after a quiet hour one call begins, not an hour’s worth of them', () => {
  const paces = new LockedPaces(new Map([['twilio', 0]]), 3_600_000);
  const pace = { key: 'twilio', intervalMs: 1000 };
  expect([paces.take(pace), paces.take(pace)]).toEqual([true, false]);
  // It may have been half a second late.
  expect(paces.nextMs(pace)).toBe(3_600_500);
});

test('a clock that was set back by an hour keeps nobody waiting for an hour', () => {
  const pace = { key: 'twilio', intervalMs: 1000 };
  const paces = new LockedPaces(new Map([['twilio', 7_200_000]]), 3_600_000);
  expect([paces.take(pace), paces.take(pace)]).toEqual([true, false]);
  expect(paces.taken).toEqual([{ key: 'twilio', nextMs: 3_601_000 }]);
});

test('a place that is given back is there for the next call', () => {
  const pace = { key: 'twilio', intervalMs: 1000 };
  const paces = new LockedPaces(new Map([['twilio', 3_599_900]]), 3_600_000);
  expect([paces.take(pace), paces.take(pace)]).toEqual([true, false]);
  paces.giveBack(pace);
  expect(paces.taken).toEqual([{ key: 'twilio', nextMs: 3_599_900 }]);
  expect([paces.take(pace), paces.take(pace)]).toEqual([true, false]);
});

test('however late it is asked, no second has more calls than it may, and asked in time it has as many', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.nat(40), { minLength: 200, maxLength: 400 }),
      (perSecond, gaps) => {
        const pace = { key: 'sip:1', intervalMs: 1000 / perSecond };
        const begun: number[] = [];
        let known = new Map<string, number>();
        let nowMs = 10_000;
        for (const gapMs of gaps) {
          nowMs += gapMs;
          const paces = new LockedPaces(known, nowMs);
          while (paces.take(pace)) begun.push(nowMs);
          known = new Map(paces.taken.length === 0 ? known : [[pace.key, paces.nextMs(pace)]]);
        }
        // What a timer may be late by is caught up with.
        const tolerance = Math.max(pace.intervalMs / 2, 10);
        const most = Math.floor((1000 + tolerance) / pace.intervalMs) + 1;
        for (const fromMs of begun) {
          expect(begun.filter((atMs) => atMs >= fromMs && atMs < fromMs + 1000).length).toBeLessThanOrEqual(
            most,
          );
        }
        const elapsedMs = nowMs - (begun[0] ?? nowMs);
        const lateMs = Math.max(0, 40 - tolerance);
        expect(begun.length).toBeGreaterThanOrEqual(Math.floor(elapsedMs / (pace.intervalMs + lateMs)));
      },
    ),
  );
});
