import type { DialEvent, DialFailure, Dialing } from '../../../voice/legs/outbound-route.ts';
import { type DialFailed, endsAll, outcomeOf } from './fork-outcome.ts';

/** Begins to call one telephone. */
export type StartCall = (listener: (event: DialEvent) => void) => Dialing;

export interface ForkOptions {
  /** Resolves when telephones may ring; what is given up by then rings none. Absent: now. */
  due?: Promise<void> | undefined;
  /** One for every telephone; rejects, or gives why there is none. */
  find(): Promise<StartCall[] | { failure: DialFailure; code: string | null; reason: string }>;
  listener(event: DialEvent): void;
  /** Told once, when there is an outcome. */
  settled(): void;
}

/** A call of one person at several telephones at once: who answers first has it, and the others stop ringing. */
export class ForkedCall implements Dialing {
  readonly #options: ForkOptions;
  readonly #dialings: Dialing[] = [];
  readonly #failures: DialFailed[] = [];
  #isRinging = false;
  #isOver = false;

  constructor(options: ForkOptions) {
    this.#options = options;
    this.#begin().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'The telephones could not be looked up.';
      this.#fail({ failure: 'unavailable', code: null, reason });
    });
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#fail({ failure: 'cancelled', code: null, reason: 'It was given up.' });
    this.#cancelAll();
  }

  async #begin(): Promise<void> {
    await this.#options.due;
    if (this.#isOver) return;
    const found = await this.#options.find();
    if (this.#isOver) return;
    if (!Array.isArray(found)) return this.#fail(found);
    for (const start of found) {
      this.#dialings.push(start((event) => this.#heard(event, found.length)));
    }
  }

  #heard(event: DialEvent, count: number): void {
    if (event.type === 'failed') this.#failed(event, count);
    else if (this.#isOver) {
      // An answer that crossed another one.
      if (event.type === 'answered') event.leg.hangUp();
    } else if (event.type === 'answered') {
      this.#settle();
      this.#cancelAll();
      this.#options.listener(event);
    } else if (!this.#isRinging) {
      this.#isRinging = true;
      this.#options.listener(event);
    }
  }

  #failed(event: DialFailed, count: number): void {
    this.#failures.push(event);
    if (this.#isOver || (this.#failures.length < count && !endsAll(event))) return;
    const outcome = outcomeOf(this.#failures);
    if (outcome !== null) this.#fail(outcome);
    this.#cancelAll();
  }

  #fail({ failure, code, reason }: Omit<DialFailed, 'type'>): void {
    if (this.#isOver) return;
    this.#settle();
    // Whoever dialled may not have been told yet what it dialled.
    queueMicrotask(() => this.#options.listener({ type: 'failed', failure, code, reason }));
  }

  #cancelAll(): void {
    for (const dialing of this.#dialings) dialing.cancel();
  }

  #settle(): void {
    this.#isOver = true;
    this.#options.settled();
  }
}
