import type { Clock } from '../core/clock.ts';
import { FRAME_MS } from './legs/media-leg.ts';
import type { MediaClock } from './voice-services.ts';

const MAX_BURST = 10;
/** After a longer stall of the process, missed frames are skipped instead of sent in a burst. */
export const MAX_CATCH_UP_MS = MAX_BURST * FRAME_MS;

interface Listening {
  listener: (tick: number) => void;
  tick: number;
}

/**
 * One timer for all calls of a process, scheduled from its start so that it does not drift. Runs while it has
 * listeners. An error in one listener is reported and does not affect the others.
 */
export class SharedMediaClock implements MediaClock {
  readonly #clock: Clock;
  readonly #onFailure: (error: unknown) => void;
  readonly #listening = new Set<Listening>();
  #running: AbortController | null = null;

  constructor(clock: Clock, onFailure: (error: unknown) => void) {
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  every20Ms(listener: (tick: number) => void): () => void {
    const entry: Listening = { listener, tick: 0 };
    this.#listening.add(entry);
    if (this.#running === null) {
      this.#running = new AbortController();
      void this.#run(this.#running.signal);
    }
    return () => {
      this.#listening.delete(entry);
      if (this.#listening.size > 0) return;
      this.#running?.abort();
      this.#running = null;
    };
  }

  async #run(signal: AbortSignal): Promise<void> {
    let dueMs = this.#clock.monotonicMs() + FRAME_MS;
    while (!signal.aborted) {
      const nowMs = this.#clock.monotonicMs();
      if (nowMs < dueMs) {
        await this.#clock.sleep(dueMs - nowMs, signal).catch(() => undefined);
        continue;
      }
      const missed = Math.floor((nowMs - dueMs) / FRAME_MS) + 1 - MAX_BURST;
      if (missed > 0) {
        dueMs += missed * FRAME_MS;
        // Read queued packets first; otherwise our stall would look like silence of the callers.
        await arrived();
        if (signal.aborted) return;
      }
      this.#tick();
      dueMs += FRAME_MS;
    }
  }

  #tick(): void {
    for (const entry of this.#listening) {
      try {
        entry.listener(entry.tick++);
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }
}

/**
 * Resolves once the packets received so far have been read. Two turns of the event loop suffice, because a socket
 * delivers more than half a second of a call at once.
 */
function arrived(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
