import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countsFrom, describeSession, openSince, sessionWindow } from './session-window.ts';

const HOUR_MS = 3_600_000;
const wrote = new Date('2026-03-01T10:00:00.000Z');
const later = (ms: number): Date => new Date(wrote.getTime() + ms);

describe('the 24-hour window', () => {
  test.each([
    ['immediately', 0, 1440],
    ['a millisecond later', 1, 1439],
    ['after a minute', 60_000, 1439],
    ['at 23:59:00.000', 24 * HOUR_MS - 60_000, 1],
    ['at 23:59:00.001', 24 * HOUR_MS - 59_999, 0],
    ['at 23:59:59.000', 24 * HOUR_MS - 1000, 0],
    ['at 23:59:59.999', 24 * HOUR_MS - 1, 0],
  ])('is open %s', (_when, ms, minutesRemaining) => {
    const expiresAt = later(24 * HOUR_MS);
    expect(sessionWindow(wrote, later(ms))).toEqual({ state: 'open', expiresAt, minutesRemaining });
  });

  test.each([
    ['at 24:00:00.000', 24 * HOUR_MS],
    ['a millisecond later', 24 * HOUR_MS + 1],
    ['a year later', 365 * 24 * HOUR_MS],
  ])('is closed %s', (_when, ms) => {
    expect(sessionWindow(wrote, later(ms))).toEqual({ state: 'closed', expiredAt: later(24 * HOUR_MS) });
  });

  test('was never open for a customer who has never written', () => {
    expect(sessionWindow(null, wrote)).toEqual({ state: 'never' });
  });

  test('stays open when the clock is set back, for 24 hours at most', () => {
    expect(sessionWindow(wrote, later(-HOUR_MS))).toMatchObject({ state: 'open', minutesRemaining: 1440 });
  });

  test('is renewed by a later message', () => {
    const renewed = later(24 * HOUR_MS - 1);
    expect(sessionWindow(renewed, later(24 * HOUR_MS))).toMatchObject({
      state: 'open',
      minutesRemaining: 1439,
    });
  });

  test('is open in SQL exactly when it is open in TypeScript', () => {
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: -1, max: 1 }), (now, offsetMs) => {
        const edge = new Date(openSince(now).getTime() + offsetMs);
        fc.pre(!Number.isNaN(edge.getTime()));
        expect(sessionWindow(edge, now).state === 'open').toBe(edge.getTime() > openSince(now).getTime());
      }),
    );
  });

  test('has 0 to 1440 remaining minutes, which decrease over time', () => {
    const ms = fc.integer({ min: -48 * HOUR_MS, max: 48 * HOUR_MS });
    fc.assert(
      fc.property(ms, fc.integer({ min: 0, max: HOUR_MS }), (age, step) => {
        const minutesAt = (now: Date): number => {
          const window = sessionWindow(wrote, now);
          return window.state === 'open' ? window.minutesRemaining : -1;
        };
        const minutes = minutesAt(later(age));
        expect(minutes).toBeGreaterThanOrEqual(-1);
        expect(minutes).toBeLessThanOrEqual(1440);
        expect(minutesAt(later(age + step))).toBeLessThanOrEqual(minutes);
      }),
    );
  });
});

describe('the 24-hour window starts', () => {
  test.each([
    ['now, when the carrier does not say', null, later(5), later(5)],
    ['when the customer wrote, as the carrier says', wrote, later(5), wrote],
    ['now, when the carrier’s clock runs ahead', later(10), later(5), later(5)],
  ])('%s', (_what, sentAt, now, begin) => {
    expect(countsFrom(sentAt, now)).toEqual(begin);
  });
});

describe('describeSession', () => {
  const customer = { timezone: 'Europe/Bucharest', last_message_at: wrote };
  const at = (ms: number) =>
    describeSession({ ...customer, has_said_stop: false, is_unreachable: false }, later(ms));

  test('shows the end of an open window in the account’s time zone', () => {
    expect(at(HOUR_MS)).toEqual({
      is_open: true,
      can_send_freeform: true,
      requires_template: false,
      message: 'The session is open. 23 hours remaining.',
      minutes_remaining: 1380,
      expires_at: '2026-03-02T12:00:00+02:00',
    });
  });

  test.each([
    [HOUR_MS * 23 - 60_000, '1 hour and 1 minute'],
    [HOUR_MS * 23 + 58 * 60_000, '2 minutes'],
    [HOUR_MS * 24 - 1, 'Less than a minute'],
  ])('says how much time remains %i ms after the window opened', (ms, words) => {
    expect(at(ms).message).toBe(`The session is open. ${words} remaining.`);
  });

  test('shows the end of a closed window, and no times if the customer never wrote', () => {
    const shut = { is_open: false, can_send_freeform: false, requires_template: true };
    expect(at(24 * HOUR_MS)).toEqual({
      ...shut,
      message: expect.stringContaining('closed'),
      expired_at: '2026-03-02T12:00:00+02:00',
    });
    const silent = { ...customer, last_message_at: null, has_said_stop: false, is_unreachable: false };
    const never = describeSession(silent, later(0));
    expect(never).toEqual({ ...shut, message: expect.stringContaining('not written') });
  });

  test.each([0, 25 * HOUR_MS])('allows nothing after STOP, %i ms after the customer wrote', (ms) => {
    const about = { ...customer, has_said_stop: true, is_unreachable: true };
    expect(describeSession(about, later(ms))).toEqual({
      ...at(ms),
      can_send_freeform: false,
      requires_template: false,
      message: expect.stringContaining('START'),
    });
  });

  test.each([
    [0, true],
    [25 * HOUR_MS, false],
  ])(
    'allows only replies in an open window to a customer on the do-not-call list, %i ms after they wrote',
    (ms, canReply) => {
      const about = { ...customer, has_said_stop: false, is_unreachable: true };
      expect(describeSession(about, later(ms))).toMatchObject({
        can_send_freeform: canReply,
        requires_template: false,
        message: expect.stringContaining(canReply ? 'refused' : 'do-not-call list'),
      });
    },
  );
});
