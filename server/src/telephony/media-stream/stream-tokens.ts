import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import { readStreamMessage } from './read-stream-message.ts';
import type { StartedStream } from './stream-leg.ts';

/** Time for the carrier to open the stream, and again to send `start`. */
const TOKEN_MS = 120_000;
const START_MS = 10_000;
const MAX_TOKENS = 10_000;

export interface StreamAwaiter {
  /** Carrier id of the expected call; null until known. */
  carrierCallId(): string | null;
  arrived(stream: StartedStream, carrierCallId: string): void;
}

/** One-time tokens in stream URLs, which only the carrier knows. */
export class StreamTokens {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, { awaiter: StreamAwaiter; untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  issue(awaiter: StreamAwaiter): string {
    const nowMs = this.#clock.monotonicMs();
    for (const [token, { untilMs }] of this.#waiting) {
      if (untilMs > nowMs && this.#waiting.size < MAX_TOKENS) break;
      this.#waiting.delete(token);
    }
    const token = randomBytes(32).toString('base64url');
    this.#waiting.set(token, { awaiter, untilMs: nowMs + TOKEN_MS });
    return token;
  }

  /** @returns null if the token is unknown, used or expired */
  redeem(token: string): StreamAwaiter | null {
    const entry = this.#waiting.get(token);
    this.#waiting.delete(token);
    return entry === undefined || entry.untilMs < this.#clock.monotonicMs() ? null : entry.awaiter;
  }

  /** Waits for the `start` message and passes the stream on if it carries the expected call. */
  open(awaiter: StreamAwaiter, socket: WebSocket): void {
    const started = new AbortController();
    const giveUp = (): void => socket.terminate();
    this.#clock.sleep(START_MS, started.signal).then(giveUp, () => undefined);
    const read = (data: unknown): void => {
      const message = readStreamMessage(String(data));
      if (message?.event === 'connected') return;
      started.abort();
      socket.off('message', read);
      const expected = awaiter.carrierCallId();
      const isOurs =
        message?.event === 'start' && (expected ?? message.carrierCallId) === message.carrierCallId;
      if (!isOurs) socket.close();
      else awaiter.arrived({ socket, streamId: message.streamId }, message.carrierCallId);
    };
    socket.on('message', read);
    socket.on('close', () => started.abort());
  }
}
