import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  begunMinutes,
  dialFailureText,
  dialOutcome,
  minuteDueMs,
  scheduleProblem,
  webhookOfCall,
} from './rules.ts';

describe('charged minutes', () => {
  test.each([
    [0, 1],
    [59_999, 1],
    [61_000, 1],
    [61_001, 2],
    [121_000, 2],
    [121_001, 3],
    // Negative if the clock was set back.
    [-5, 1],
  ])('for a call of %i ms are %i', (durationMs, minutes) => {
    expect(begunMinutes(durationMs)).toBe(minutes);
  });

  test('are due when they have begun', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (minute) => {
        expect(begunMinutes(minuteDueMs(minute))).toBe(minute);
        if (minute > 1) expect(begunMinutes(minuteDueMs(minute) - 1)).toBe(minute - 1);
      }),
    );
  });
});

test.each([
  ['busy', 'busy'],
  ['rejected', 'busy'],
  ['no-answer', 'no-answer'],
  ['invalid-number', 'failed'],
  ['unavailable', 'failed'],
  ['canceled', 'failed'],
] as const)('a dial that fails with %s gives the call status %s', (failure, status) => {
  expect(dialOutcome(failure)).toBe(status);
  expect(dialFailureText(failure, '')).toMatch(/\.$/);
  expect(dialFailureText(failure, 'Busy Here')).toContain('(Busy Here)');
});

test('omits the carrier’s reason if it equals our text', () => {
  expect(dialFailureText('no-answer', 'Nobody answered.')).toBe('Nobody answered.');
});

describe('the post-call webhook', () => {
  const assistant = {
    is_webhook_active: true,
    webhook_url: 'https://example.com/',
    send_webhook_only_on_completed: true,
  };

  test.each(['completed', 'ended_by_customer', 'ended_by_assistant'])(
    'is sent for completed calls: %s',
    (status) => {
      expect(webhookOfCall({ status, assistant })).toBe('https://example.com/');
    },
  );

  test.each(['busy', 'no-answer', 'failed'])(
    'is sent for %s only if all calls are to be reported',
    (status) => {
      expect(webhookOfCall({ status, assistant })).toBeNull();
      const all = { ...assistant, send_webhook_only_on_completed: false };
      expect(webhookOfCall({ status, assistant: all })).toBe('https://example.com/');
    },
  );

  test('is not sent if it is off or the assistant was deleted', () => {
    expect(
      webhookOfCall({ status: 'completed', assistant: { ...assistant, is_webhook_active: false } }),
    ).toBeNull();
    expect(webhookOfCall({ status: 'completed', assistant: null })).toBeNull();
  });
});

test.each([
  ['2026-03-01T12:00:00Z', null],
  ['2026-03-31T12:00:00Z', null],
  ['2026-03-01T11:59:59Z', 'past'],
  ['2026-03-31T12:00:01Z', '30 days'],
])('a call scheduled for %s is refused: %s', (at, problem) => {
  const found = scheduleProblem(new Date(at), new Date('2026-03-01T12:00:00Z'));
  expect(found).toEqual(problem === null ? null : expect.stringContaining(problem));
});
