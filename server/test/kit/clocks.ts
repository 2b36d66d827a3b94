import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../src/core/clock.ts';

/** Real time, for tests that talk to real sockets. */
export const realClock: Clock = {
  now: () => new Date(),
  sleep: (delayMs, signal) => delay(delayMs, undefined, signal === undefined ? {} : { signal }),
};

/** A clock that only moves when told to. */
export interface ManualClock extends Clock {
  /** Moves on and wakes whoever sleeps that long. */
  advance(byMs: number): void;
  /** How many are asleep: 0 once everything has cleaned up after itself. */
  sleeping(): number;
}

export function manualClock(start = new Date('2026-01-01T00:00:00Z')): ManualClock {
  let nowMs = start.getTime();
  const sleepers = new Set<{ wakeMs: number; wake: () => void }>();
  return {
    now: () => new Date(nowMs),
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { wakeMs: nowMs + delayMs, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    sleeping: () => sleepers.size,
    advance: (byMs) => {
      nowMs += byMs;
      for (const sleeper of [...sleepers].filter((entry) => entry.wakeMs <= nowMs)) {
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
  };
}
