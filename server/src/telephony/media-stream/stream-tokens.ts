import { randomBytes } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { Clock } from '../../core/clock.ts';
import { readStreamMessage } from './read-stream-message.ts';
import type { StartedStream } from './stream-leg.ts';

/** How long a stream may take to come after the carrier was told to bring it, and then to say what it carries. */
const TOKEN_MS = 120_000;
const START_MS = 10_000;
const MAX_TOKENS = 10_000;

/** Whoever waits for a stream. */
export interface StreamAwaiter {
  /** The call that it must carry; null: not known yet. */
  carrierCallId(): string | null;
  arrived(stream: StartedStream, carrierCallId: string): void;
}

/** One-time tokens in the addresses of streams: who opens one has been told it by the carrier, which we have told. */
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

  /** Null: never issued, used before, or too old. */
  redeem(token: string): StreamAwaiter | null {
    const entry = this.#waiting.get(token);
    this.#waiting.delete(token);
    return entry === undefined || entry.untilMs < this.#clock.monotonicMs() ? null : entry.awaiter;
  }

  /** Waits for the stream's first words, and hands it over when it carries the call that is waited for. */
  open(awaiter: StreamAwaiter, socket: WebSocket): void {
    const told = new AbortController();
    const giveUp = (): void => socket.terminate();
    this.#clock.sleep(START_MS, told.signal).then(giveUp, () => undefined);
    const read = (data: unknown): void => {
      const message = readStreamMessage(String(data));
      if (message?.event === 'connected') return;
      told.abort();
      socket.off('message', read);
      const expected = awaiter.carrierCallId();
      const isOurs =
        message?.event === 'start' && (expected ?? message.carrierCallId) === message.carrierCallId;
      if (!isOurs) socket.close();
      else awaiter.arrived({ socket, streamId: message.streamId }, message.carrierCallId);
    };
    socket.on('message', read);
    socket.on('close', () => told.abort());
  }
}
