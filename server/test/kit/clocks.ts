import type { Clock } from '../../src/core/clock.ts';

/** Whoever sleeps wakes at once, and the time has passed. */
export interface InstantClock extends Clock {
  /** Every delay asked for, in order. */
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

/** A clock that only moves when told to. */
export interface ManualClock extends Clock {
  /** Moves on and wakes whoever sleeps that long. */
  advance(byMs: number): void;
  /** Moves the wall clock alone, as a person or the network's time does. */
  set(byMs: number): void;
  /** How many are asleep: 0 once everything has cleaned up after itself. */
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
        // Whoever sleeps until an instant that has come by now waits for nothing: the clock may stand still for ever.
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
