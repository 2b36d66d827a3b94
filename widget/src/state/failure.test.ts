import { expect, test } from 'vitest';
import { asFailure, Failure, failureOf } from './failure.ts';

test.each([
  [400, null, 'site-refused', 0],
  [402, null, 'no-reply', 0],
  [404, null, 'gone', 0],
  [409, null, 'running', 0],
  [429, '60', 'slow-down', 60_000],
  [429, 'Sun, 22 Nov 2026 00:00:00 GMT', 'slow-down', 0],
  [500, null, 'unreachable', 0],
  [502, null, 'unreachable', 0],
  [503, '2', 'no-reply', 2000],
])('maps status %i with retry-after %s to %s', (status, retryAfter, kind, waitMs) => {
  expect(failureOf(status, retryAfter)).toMatchObject({ kind, waitMs });
});

test('treats other errors as network failures', () => {
  expect(asFailure(new TypeError('fetch'), false).kind).toBe('offline');
  expect(asFailure(new TypeError('fetch'), true).kind).toBe('unreachable');
  const failure = new Failure('gone');
  expect(asFailure(failure, false)).toBe(failure);
});
