import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { afterAttempt, afterFailure, type EndpointHealth, judgeAnswer, type Verdict } from './rules.ts';

const now = new Date('2026-03-01T12:00:00Z');
const failed = (retryAfterMs: number | null = null): Verdict => ({
  kind: 'failed',
  statusCode: 500,
  reason: 'The endpoint answered 500.',
  retryAfterMs,
});
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

describe('a response', () => {
  test.each([
    [199, 'failed'],
    [200, 'delivered'],
    [201, 'delivered'],
    [204, 'delivered'],
    [299, 'delivered'],
    [300, 'failed'],
    [301, 'failed'],
    [304, 'failed'],
    [307, 'failed'],
    [400, 'failed'],
    [404, 'failed'],
    [409, 'failed'],
    [410, 'gone'],
    [411, 'failed'],
    [429, 'failed'],
    [500, 'failed'],
    [503, 'failed'],
  ] as const)('with status %i counts as %s', (status, kind) => {
    const verdict = judgeAnswer({ status, retryAfter: undefined }, now);
    expect(verdict).toMatchObject({ kind, statusCode: status, retryAfterMs: null });
    expect(verdict.reason === null).toBe(kind === 'delivered');
  });

  test.each([
    [undefined, null],
    ['', null],
    ['0', 0],
    ['120', 120_000],
    [' 7 ', 7_000],
    ['86400', 24 * HOUR],
    ['86401', 24 * HOUR],
    ['99999999999999999999', 24 * HOUR],
    ['-5', null],
    ['1.5', null],
    ['soon', null],
    ['2026', 2_026_000],
    ['Sun, 01 Mar 2026 12:01:00 GMT', MINUTE],
    ['Sun, 01 Mar 2026 11:00:00 GMT', 0],
    ['Sunday, 01-Mar-26 12:01:00 GMT', MINUTE],
    ['Sun Mar  1 12:01:00 2026 GMT', MINUTE],
    ['Mon, 01 Mar 2027 12:01:00 GMT', 24 * HOUR],
    ['Sun, 99 Foo 2026', null],
  ])('with Retry-After %j asks for a delay of %j ms', (retryAfter, retryAfterMs) => {
    expect(judgeAnswer({ status: 503, retryAfter }, now).retryAfterMs).toBe(retryAfterMs);
  });
});

describe('after an attempt', () => {
  test('a success ends the delivery, regardless of earlier attempts', () => {
    const verdict = judgeAnswer({ status: 200, retryAfter: '99' }, now);
    expect(afterAttempt(verdict, { retryCount: 12, now, random: 0.5 })).toEqual({ status: 'delivered' });
  });

  test.each([
    [0, 5 * SECOND],
    [1, 30 * SECOND],
    [2, 60 * SECOND],
    [3, 120 * SECOND],
    [4, 5 * MINUTE],
    [5, 30 * MINUTE],
    [6, 2 * HOUR],
    [7, 5 * HOUR],
    [8, 10 * HOUR],
    [9, 14 * HOUR],
    [10, 20 * HOUR],
    [11, 24 * HOUR],
  ])('with %i earlier retries, the next attempt follows after %i ms, within 10 %%', (retryCount, delayMs) => {
    const waits = [0, 0.5, 1].map((random) => {
      const progress = afterAttempt(failed(), { retryCount, now, random });
      if (progress.status !== 'pending') throw new Error(progress.status);
      expect(progress.retryCount).toBe(retryCount + 1);
      return progress.nextAttemptAt.getTime() - now.getTime();
    });
    expect(waits).toEqual([delayMs * 0.9, delayMs, delayMs * 1.1].map(Math.round));
  });

  test('the thirteenth failure is final', () => {
    expect(afterAttempt(failed(HOUR), { retryCount: 12, now, random: 0 })).toEqual({ status: 'failed' });
  });

  test('a 410 keeps the delivery pending without using up a retry', () => {
    const verdict = judgeAnswer({ status: 410, retryAfter: '50' }, now);
    const progress = { status: 'pending', nextAttemptAt: now, retryCount: 12 };
    expect(afterAttempt(verdict, { retryCount: 12, now, random: 0 })).toEqual(progress);
  });

  test('the next attempt is never earlier than Retry-After and the retry table allow', () => {
    const inputs = fc.record({
      retryCount: fc.integer({ min: 0, max: 11 }),
      random: fc.double({ min: 0, max: 1, noNaN: true }),
      retryAfterMs: fc.option(fc.integer({ min: 0, max: 24 * HOUR })),
    });
    const check = fc.property(inputs, ({ retryCount, random, retryAfterMs }) => {
      const plain = afterAttempt(failed(), { retryCount, now, random });
      const asked = afterAttempt(failed(retryAfterMs), { retryCount, now, random });
      if (plain.status !== 'pending' || asked.status !== 'pending') throw new Error('It goes on.');
      const earliest = now.getTime() + (retryAfterMs ?? 0);
      expect(asked.nextAttemptAt.getTime()).toBe(Math.max(plain.nextAttemptAt.getTime(), earliest));
    });
    fc.assert(check);
  });
});

describe('an endpoint', () => {
  const healthy: EndpointHealth = {
    failureCount: 0,
    failingSince: null,
    lastFailedAt: null,
    disabledAt: null,
    disabledReason: null,
  };
  const daysLater = (days: number, extraMs = 0): Date => new Date(now.getTime() + days * 24 * HOUR + extraMs);

  test('remembers how often and since when it has failed', () => {
    const once = afterFailure(healthy, { kind: 'failed', now });
    const twice = afterFailure(once, { kind: 'failed', now: daysLater(1) });
    expect(twice).toEqual({ ...healthy, failureCount: 2, failingSince: now, lastFailedAt: daysLater(1) });
  });

  test.each([
    // From frequent deliveries to attempts that are as far apart as the table allows.
    ['every hour', HOUR],
    ['every 26.4 hours', 26.4 * HOUR],
  ])('that fails %s is disabled by the first failure after five days', (_how, stepMs) => {
    let health = afterFailure(healthy, { kind: 'failed', now });
    for (let elapsedMs = stepMs; elapsedMs < 5 * 24 * HOUR; elapsedMs += stepMs) {
      health = afterFailure(health, { kind: 'failed', now: daysLater(0, elapsedMs) });
    }
    expect(health.disabledReason).toBeNull();
    const almost = afterFailure(health, { kind: 'failed', now: daysLater(5, -1) });
    expect(almost).toMatchObject({ failingSince: now, disabledReason: null });
    const after = afterFailure(health, { kind: 'failed', now: daysLater(5) });
    expect(after).toMatchObject({ failingSince: now, disabledReason: 'failing', disabledAt: daysLater(5) });
  });

  test.each([
    [27.4 * HOUR, true],
    [27.4 * HOUR + 1, false],
    [7 * 24 * HOUR, false],
    [365 * 24 * HOUR, false],
    // Several processes may store results out of order.
    [-5000, true],
  ])('whose next failure is %d ms after the last continues its streak: %s', (laterMs, hasGoneOn) => {
    const lastFailedAt = daysLater(3);
    const failing = { ...healthy, failureCount: 13, failingSince: now, lastFailedAt };
    const later = daysLater(3, laterMs);
    expect(afterFailure(failing, { kind: 'failed', now: later })).toEqual({
      ...failing,
      failureCount: 14,
      failingSince: hasGoneOn ? now : later,
      lastFailedAt: laterMs < 0 ? lastFailedAt : later,
    });
  });

  test('is not disabled by one failure a week', () => {
    let health = healthy;
    for (let week = 0; week < 52; week += 1) {
      for (const hours of [0, 0.1, 3, 8, 18, 32, 52, 76]) {
        health = afterFailure(health, { kind: 'failed', now: daysLater(7 * week, hours * HOUR) });
      }
    }
    expect(health).toMatchObject({ failureCount: 416, disabledReason: null });
  });

  test('is disabled immediately by 410', () => {
    const after = afterFailure(healthy, { kind: 'gone', now });
    expect(after).toMatchObject({
      failureCount: 1,
      failingSince: now,
      disabledAt: now,
      disabledReason: 'gone',
    });
  });

  test('keeps the first reason it was disabled for', () => {
    const gone = afterFailure(healthy, { kind: 'gone', now });
    const later = afterFailure(gone, { kind: 'failed', now: daysLater(6) });
    expect(later).toMatchObject({ failureCount: 2, disabledAt: now, disabledReason: 'gone' });
  });
});
