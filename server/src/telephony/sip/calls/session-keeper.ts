import type { Clock } from '../../../core/clock.ts';
import { dueInMs, type SessionTimer } from '../dialog/session-timer.ts';
import { after } from '../transaction/timers.ts';

/** Waits for the moment at which a call has to be refreshed, or given up because the peer did not refresh it. */
export class SessionKeeper {
  readonly #clock: Clock;
  readonly #due: (timer: SessionTimer) => void;
  #stop: () => void = () => undefined;

  constructor(clock: Clock, due: (timer: SessionTimer) => void) {
    this.#clock = clock;
    this.#due = due;
  }

  /** Counts anew. @param timer null: nobody asked for it */
  keep(timer: SessionTimer | null): void {
    this.#stop();
    this.#stop =
      timer === null ? () => undefined : after(this.#clock, dueInMs(timer), () => this.#due(timer));
  }

  stop(): void {
    this.keep(null);
  }
}
