import type { Clock } from '../../src/core/clock.ts';
import { FRAME_MS } from '../../src/voice/legs/media-leg.ts';
import type { MediaClock } from '../../src/voice/voice-services.ts';

/** A clock and a media clock that advance together, only by `pass`, as fast as the machine can. */
export interface VirtualTime extends Clock {
  mediaClock: MediaClock;
  /** Lets this much time pass, frame by frame; between two frames all due work runs. */
  pass(ms: number): Promise<void>;
  /** Number of pending sleeps and media clock listeners; 0 after everything has cleaned up. */
  waiting(): number;
}

export function virtualTime(start = new Date('2026-01-01T00:00:00Z')): VirtualTime {
  let nowMs = 0;
  const sleepers = new Map<object, { wakeMs: number; wake: () => void }>();
  const listeners = new Map<object, { tick: number; listener: (tick: number) => void }>();
  return {
    now: () => new Date(start.getTime() + nowMs),
    monotonicMs: () => nowMs,
    sleep: (delayMs, signal) =>
      new Promise((resolve, reject) => {
        const key = {};
        const giveUp = (): void => {
          sleepers.delete(key);
          reject(signal?.reason);
        };
        if (signal?.aborted === true) return giveUp();
        signal?.addEventListener('abort', giveUp, { once: true });
        const wake = (): void => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        };
        sleepers.set(key, { wakeMs: nowMs + delayMs, wake });
      }),
    mediaClock: {
      every20Ms: (listener) => {
        const key = {};
        listeners.set(key, { tick: 0, listener });
        return () => void listeners.delete(key);
      },
    },
    waiting: () => sleepers.size + listeners.size,
    pass: async (ms) => {
      for (const endMs = nowMs + ms; nowMs < endMs; ) {
        nowMs += 1;
        for (const [key, { wakeMs, wake }] of [...sleepers]) {
          if (wakeMs > nowMs) continue;
          sleepers.delete(key);
          wake();
        }
        if (nowMs % FRAME_MS === 0) for (const entry of [...listeners.values()]) entry.listener(entry.tick++);
        if (nowMs % FRAME_MS === 0 || sleepers.size > 0) await settled();
      }
    },
  };
}

/** Runs all work that does not wait for time. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
