import type { Clock } from '../../../core/clock.ts';
import { after } from '../transaction/timers.ts';

const PING = Buffer.from('\r\n\r\n');
const PONG = Buffer.from('\r\n');
/** RFC 5626 4.4.1. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Asks the far end of a connection now and then whether it is there. Not everybody knows that question: only who has
 * answered it before and says nothing at all any more has gone.
 */
export class KeepAlive {
  readonly #clock: Clock;
  readonly #send: (bytes: Uint8Array) => void;
  readonly #gone: () => void;
  #isAsking = false;
  #hasAnswered = false;
  #stopWaiting: (() => void) | null = null;

  constructor({
    clock,
    send,
    gone,
  }: {
    clock: Clock;
    send: (bytes: Uint8Array) => void;
    /** Told when no answer came in time. */
    gone: () => void;
  }) {
    this.#clock = clock;
    this.#send = send;
    this.#gone = gone;
  }

  ask(): void {
    this.#isAsking = true;
    this.#send(PING);
    if (this.#hasAnswered) this.#stopWaiting ??= after(this.#clock, ANSWER_WITHIN_MS, this.#gone);
  }

  /** Something came. @returns whether it was the answer, and no part of a message */
  heard(chunk: Buffer, isWithinMessage: boolean): boolean {
    this.close();
    const isAnswer = this.#isAsking && !isWithinMessage && chunk.equals(PONG);
    if (!isAnswer) return false;
    this.#isAsking = false;
    this.#hasAnswered = true;
    return true;
  }

  /** Waits for nothing any more. */
  close(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
  }
}
