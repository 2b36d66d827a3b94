import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLAIM_AHEAD_MS, dialRateOf, LockedRates } from './dial-rates.ts';

test('limits the rate per carrier account, except for carriers without a limit', () => {
  const limits = new Map([
    ['sip', 20],
    ['twilio', 1],
  ]);
  expect(dialRateOf({ provider: 'sip', carrier_account: 'sip:alice@pbx.example.com' }, limits)).toEqual({
    key: 'sip:alice@pbx.example.com',
    intervalMs: 50,
  });
  expect(dialRateOf({ provider: 'twilio', carrier_account: 'twilio' }, limits)).toEqual({
    key: 'twilio',
    intervalMs: 1000,
  });
  expect(dialRateOf({ provider: 'sandbox', carrier_account: 'sandbox' }, limits)).toBe(null);
});

const rate = { key: 'twilio', intervalMs: 1000 };

/** Locked rates at `nowMs`, with the next free slot at `nextMs`. */
const askedAt = (nowMs: number, nextMs: number): LockedRates =>
  new LockedRates(new Map([[rate.key, nextMs]]), nowMs);

test('allows no burst after an idle hour', () => {
  const rates = askedAt(3_600_000, 0);
  expect([rates.take(rate), rates.take(rate)]).toEqual([3_600_000, null]);
  expect(rates.nextMs(rate)).toBe(3_601_000);
});

test('does not shorten the next interval after a late call', () => {
  const rates = askedAt(3_600_003, 3_600_000);
  expect(rates.take(rate)).toBe(3_600_003);
  expect(rates.nextMs(rate)).toBe(3_601_003);
});

test('takes a slot within the claim window only', () => {
  expect(askedAt(3_600_000 - CLAIM_AHEAD_MS, 3_600_000).take(rate)).toBe(3_600_000);
  expect(askedAt(3_599_999 - CLAIM_AHEAD_MS, 3_600_000).take(rate)).toBe(null);
});

test('does not wait an hour after the clock was set back', () => {
  const rates = askedAt(3_600_000, 7_200_000);
  expect([rates.take(rate), rates.take(rate)]).toEqual([3_600_000, null]);
  expect(rates.taken).toEqual([{ key: 'twilio', nextMs: 3_601_000 }]);
});

test('reuses a released slot', () => {
  const rates = askedAt(3_600_000, 3_599_900);
  expect([rates.take(rate), rates.take(rate)]).toEqual([3_600_000, null]);
  rates.release(rate, 3_600_000);
  expect(rates.taken).toEqual([{ key: 'twilio', nextMs: 3_600_000 }]);
  expect([rates.take(rate), rates.take(rate)]).toEqual([3_600_000, null]);
});

test('does not reuse a released slot if later ones are taken', () => {
  const quick = { key: 'sip:1', intervalMs: 20 };
  const rates = new LockedRates(new Map(), 10_000);
  const taken = [1, 2, 3].map(() => rates.take(quick) ?? 0);
  expect(taken).toEqual([10_000, 10_020, 10_040]);
  rates.release(quick, 10_020);
  expect(rates.nextMs(quick)).toBe(10_060);
  rates.release(quick, 10_040);
  expect(rates.nextMs(quick)).toBe(10_040);
});

test('never exceeds the rate, and reaches it when asked in time', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.nat(2 * CLAIM_AHEAD_MS), { minLength: 200, maxLength: 400 }),
      (perSecond, gaps) => {
        const own = { key: 'sip:1', intervalMs: 1000 / perSecond };
        const begun: number[] = [];
        let known = new Map<string, number>();
        let nowMs = 10_000;
        for (const gapMs of gaps) {
          nowMs += gapMs;
          const rates = new LockedRates(known, nowMs);
          for (let atMs = rates.take(own); atMs !== null; atMs = rates.take(own)) begun.push(atMs);
          known = new Map(rates.taken.length === 0 ? known : [[own.key, rates.nextMs(own)]]);
        }
        // The tolerance allows for rounding of fractions of a millisecond.
        const gapsOf = begun.slice(1).map((atMs, index) => atMs - (begun[index] ?? 0));
        for (const gapMs of gapsOf) expect(gapMs).toBeGreaterThan(own.intervalMs - 0.001);
        const elapsedMs = nowMs - (begun[0] ?? nowMs);
        const lateMs = CLAIM_AHEAD_MS;
        expect(begun.length).toBeGreaterThanOrEqual(Math.floor(elapsedMs / (own.intervalMs + lateMs)));
      },
    ),
  );
});
