import { expect, test } from 'vitest';
import { hindranceReason, retryDelayMs } from './retry-rules.ts';

test.each([
  [1, 2000],
  [2, 10_000],
  [3, 60_000],
  [4, 180_000],
  [5, null],
  [6, null],
])('returns the retry delay after %i tries', (attempts, delayMs) => {
  expect(retryDelayMs(attempts)).toBe(delayMs);
});

test.each([
  [1, 1, 2000],
  [1, 30, 30_000],
  [3, 30, 60_000],
  [4, 86_400, 900_000],
  [5, 30, null],
])(
  'returns the retry delay after %i tries when the carrier asks for %i seconds',
  (attempts, askedSeconds, delayMs) => {
    expect(retryDelayMs(attempts, askedSeconds)).toBe(delayMs);
  },
);

test.each([
  ['no-sender', 'SENDER_OFFLINE'],
  ['sender-offline', 'SENDER_OFFLINE'],
  ['unpaid', 'INSUFFICIENT_BALANCE'],
  ['opted-out', 'OPTED_OUT'],
  ['window-closed', 'SESSION_EXPIRED'],
  ['superseded', null],
] as const)('maps the hindrance %s to its reason', (hindrance, reason) => {
  expect(hindranceReason(hindrance)).toBe(reason);
});
