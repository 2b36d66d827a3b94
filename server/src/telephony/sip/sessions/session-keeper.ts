import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';
import { dueInMs, type SessionTimer } from '../dialog/session-timer.ts';

/** The session timer (RFC 4028): fires when we must refresh, or when the peer's refresh is overdue. */
export class SessionKeeper {
  readonly #clock: Clock;
  readonly #due: (timer: SessionTimer) => void;
  #stop: () => void = () => undefined;
  #isOver = false;

  constructor(clock: Clock, due: (timer: SessionTimer) => void) {
    this.#clock = clock;
    this.#due = due;
  }

  /** Restarts the timer. @param timer null for no session timer */
  keep(timer: SessionTimer | null): void {
    this.#stop();
    if (timer !== null) this.tryAgain(timer, dueInMs(timer));
  }

  /** Schedules the next try after a failed refresh. */
  tryAgain(timer: SessionTimer, pauseMs: number): void {
    this.#stop();
    if (!this.#isOver) this.#stop = after(this.#clock, pauseMs, () => this.#due(timer));
  }

  stop(): void {
    this.#isOver = true;
    this.#stop();
  }
}
