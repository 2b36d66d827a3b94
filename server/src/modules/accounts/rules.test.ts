import { expect, test } from 'vitest';
import { isTokenAlive } from './rules.ts';

const now = new Date('2026-06-30T12:00:00Z');
const before = (ms: number): Date => new Date(now.getTime() - ms);
const DAY_MS = 86_400_000;

test.each([
  { kind: 'session', endsInMs: null, idleMs: 0, alive: true },
  { kind: 'session', endsInMs: null, idleMs: 30 * DAY_MS - 1, alive: true },
  { kind: 'session', endsInMs: null, idleMs: 30 * DAY_MS, alive: false },
  { kind: 'session', endsInMs: 1, idleMs: 0, alive: true },
  { kind: 'session', endsInMs: 0, idleMs: 0, alive: false },
  { kind: 'api-key', endsInMs: null, idleMs: 3650 * DAY_MS, alive: true },
  { kind: 'api-key', endsInMs: 1, idleMs: 3650 * DAY_MS, alive: true },
  { kind: 'api-key', endsInMs: 0, idleMs: 0, alive: false },
  { kind: 'api-key', endsInMs: -1, idleMs: 0, alive: false },
] as const)('$kind, ends in $endsInMs ms, used $idleMs ms ago: alive is $alive', (token) => {
  const expires_at = token.endsInMs === null ? null : before(-token.endsInMs);
  expect(isTokenAlive({ ...token, expires_at, last_seen_at: before(token.idleMs) }, now)).toBe(token.alive);
});
