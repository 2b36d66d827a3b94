import type { Clock } from '../../../core/clock.ts';
import { dueInMs, type SessionTimer } from '../dialog/session-timer.ts';
import { after } from '../transaction/timers.ts';

/** Waits for the moment at which a call has to be refreshed, or given up because the peer did not refresh it. */
export class SessionKeeper {
  readonly #clock: Clock;
  readonly #due: (timer: SessionTimer) => void;
  #stop: () => void = () => undefined;
  #isOver = false;

  constructor(clock: Clock, due: (timer: SessionTimer) => void) {
    this.#clock = clock;
    this.#due = due;
  }

  /** Counts anew. @param timer null: nobody asked for it */
  keep(timer: SessionTimer | null): void {
    this.#stop();
    if (timer !== null) this.tryAgain(timer, dueInMs(timer));
  }

  /** It was to no avail, and is due again sooner, unless it is counted anew meanwhile. */
  tryAgain(timer: SessionTimer, pauseMs: number): void {
    this.#stop();
    if (!this.#isOver) this.#stop = after(this.#clock, pauseMs, () => this.#due(timer));
  }

  /** For good: the call is over. */
  stop(): void {
    this.#isOver = true;
    this.#stop();
  }
}
