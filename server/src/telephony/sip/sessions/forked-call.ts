import type { DialEvent, DialFailure, Dialing } from '../../../voice/legs/outbound-route.ts';

/** A ringing phone. */
export interface Branch {
  cancel(cause?: 'answered-elsewhere'): void;
}

/** Starts one branch of the call. */
export type StartCall = (listener: (event: DialEvent) => void) => Branch;

export interface ForkOptions {
  /** One branch per phone, or the reason for the failure. May reject. */
  find(): Promise<StartCall[] | { failure: DialFailure; code: string | null; reason: string }>;
  listener(event: DialEvent): void;
  /** Called once, with the outcome known. */
  settled(): void;
}

/** Rings several phones in parallel; the first to answer gets the call, the others are canceled. */
export class ForkedCall implements Dialing {
  readonly #options: ForkOptions;
  readonly #branches: Branch[] = [];
  readonly #failures: DialFailed[] = [];
  #isRinging = false;
  #isOver = false;

  constructor(options: ForkOptions) {
    this.#options = options;
    this.#begin().catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : 'Failed to look up the registered phones.';
      this.#fail({ failure: 'unavailable', code: null, reason });
    });
  }

  cancel(): void {
    if (this.#isOver) return;
    this.#fail({ failure: 'canceled', code: null, reason: 'The call was canceled.' });
    this.#cancelAll();
  }

  async #begin(): Promise<void> {
    const found = await this.#options.find();
    if (this.#isOver) return;
    if (!Array.isArray(found)) return this.#fail(found);
    for (const start of found) {
      this.#branches.push(start((event) => this.#handle(event, found.length)));
    }
  }

  #handle(event: DialEvent, count: number): void {
    if (event.type === 'failed') this.#failed(event, count);
    else if (this.#isOver) {
      // A second answer that crossed our CANCEL.
      if (event.type === 'answered') event.leg.hangUp();
    } else if (event.type === 'answered') {
      this.#settle();
      this.#cancelAll('answered-elsewhere');
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
    // The caller must receive the Dialing first.
    queueMicrotask(() => this.#options.listener({ type: 'failed', failure, code, reason }));
  }

  #cancelAll(cause?: 'answered-elsewhere'): void {
    for (const branch of this.#branches) branch.cancel(cause);
  }

  #settle(): void {
    this.#isOver = true;
    this.#options.settled();
  }
}

type DialFailed = Extract<DialEvent, { type: 'failed' }>;

/** Failures that say most about the called person come first. */
const PRECEDENCE: readonly DialFailure[] = [
  'rejected',
  'busy',
  'no-answer',
  'unavailable',
  'invalid-number',
  'canceled',
];

/** True if a global failure (6xx) ends all branches (RFC 3261 21.6). */
function endsAll({ code }: DialFailed): boolean {
  return code?.startsWith('6') === true;
}

/** The best failure of all branches; null if there are no failures. */
function outcomeOf(failures: readonly DialFailed[]): DialFailed | null {
  const final = failures.find(endsAll);
  if (final !== undefined) return final;
  const order = failures.toSorted(
    (one, other) => PRECEDENCE.indexOf(one.failure) - PRECEDENCE.indexOf(other.failure),
  );
  return order[0] ?? null;
}
