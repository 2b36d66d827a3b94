import type { Clock } from '../core/clock.ts';
import { FRAME_MS } from './legs/media-leg.ts';
import type { MediaClock } from './voice-services.ts';

const MAX_BURST = 10;
/** After a longer stall of the process the missed frames are left out: nobody wants to hear a second at once. */
export const LONGEST_MADE_UP_MS = MAX_BURST * FRAME_MS;

interface Listening {
  listener: (tick: number) => void;
  tick: number;
}

/**
 * One ticker for all calls of a process, timed against its start so that it never drifts. It runs while somebody listens.
 * A listener that throws is reported and does not keep the others from their tick.
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
        // Else a stall of ours would be a silence of those whose packets wait.
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

/** What had come by now has been read; a socket gives more than half a second of a call's packets at once. */
function arrived(): Promise<void> {
  return new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
}
