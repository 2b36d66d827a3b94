import { after } from '../../../core/after.ts';
import type { Clock } from '../../../core/clock.ts';

const PING = Buffer.from('\r\n\r\n');
const PONG = Buffer.from('\r\n');
/** RFC 5626 4.4.1. */
const ANSWER_WITHIN_MS = 10_000;

/**
 * Keep-alive pings on a connection (RFC 5626 4.4.1). Not all peers support them: only a peer that has answered before
 * counts as gone when it is silent.
 */
export class KeepAlive {
  readonly #clock: Clock;
  readonly #send: (bytes: Uint8Array) => void;
  readonly #gone: () => void;
  #isPinging = false;
  #hasAnswered = false;
  #stopWaiting: (() => void) | null = null;

  constructor({
    clock,
    send,
    gone,
  }: {
    clock: Clock;
    send: (bytes: Uint8Array) => void;
    /** Called when no pong arrives in time. */
    gone: () => void;
  }) {
    this.#clock = clock;
    this.#send = send;
    this.#gone = gone;
  }

  ping(): void {
    this.#isPinging = true;
    this.#send(PING);
    if (this.#hasAnswered) this.#stopWaiting ??= after(this.#clock, ANSWER_WITHIN_MS, this.#gone);
  }

  /** Handles received bytes. @returns true if they are a pong */
  received(chunk: Buffer, isWithinMessage: boolean): boolean {
    this.close();
    const isPong = this.#isPinging && !isWithinMessage && chunk.equals(PONG);
    if (!isPong) return false;
    this.#isPinging = false;
    this.#hasAnswered = true;
    return true;
  }

  /** Stops waiting for a pong. */
  close(): void {
    this.#stopWaiting?.();
    this.#stopWaiting = null;
  }
}
