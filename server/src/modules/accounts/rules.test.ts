import { expect, test } from 'vitest';
import { isTokenAlive } from './rules.ts';

const now = new Date('2026-06-30T12:00:00Z');
const before = (ms: number): Date => new Date(now.getTime() - ms);
const DAY_MS = 86_400_000;

test.each([
  ['session', null, 0, true],
  ['session', null, 30 * DAY_MS - 1, true],
  ['session', null, 30 * DAY_MS, false],
  ['session', 1, 0, true],
  ['session', 0, 0, false],
  ['api-key', null, 3650 * DAY_MS, true],
  ['api-key', 1, 3650 * DAY_MS, true],
  ['api-key', 0, 0, false],
  ['api-key', -1, 0, false],
] as const)(
  'a %s that ends in %j ms and was used %d ms ago: alive is %j',
  (kind, endsInMs, idleMs, expected) => {
    const expires_at = endsInMs === null ? null : before(-endsInMs);
    expect(isTokenAlive({ kind, expires_at, last_seen_at: before(idleMs) }, now)).toBe(expected);
  },
);
