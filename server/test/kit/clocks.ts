import type { Clock } from '../../src/core/clock.ts';

/** A clock whose sleeps end immediately, as if their time had passed. */
export interface InstantClock extends Clock {
  /** All requested delays, in order. */
  slept: number[];
}

export function instantClock(start = new Date('2026-01-01T00:00:00Z')): InstantClock {
  let nowMs = start.getTime();
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(nowMs),
    monotonicMs: () => nowMs,
    sleep: async (delayMs, signal) => {
      signal?.throwIfAborted();
      slept.push(delayMs);
      nowMs += delayMs;
    },
  };
}

/** A clock that only moves when the test says so. */
export interface ManualClock extends Clock {
  /** Advances the clock and wakes sleepers that are due. */
  advance(byMs: number): void;
  /** Moves only the wall clock, as a user or NTP does. */
  set(byMs: number): void;
  /** Number of pending sleeps; 0 after everything has cleaned up. */
  sleeping(): number;
}

export function manualClock(start = new Date('2026-01-01T00:00:00Z')): ManualClock {
  let nowMs = start.getTime();
  let setByMs = 0;
  const sleepers = new Set<{ wakeMs: number; wake: () => void }>();
  return {
    now: () => new Date(nowMs + setByMs),
    monotonicMs: () => nowMs,
    set: (byMs) => {
      setByMs += byMs;
    },
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted();
        // A sleep until an instant that has passed ends immediately, because the clock may never move again.
        if (delayMs <= 0) return resolve();
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
