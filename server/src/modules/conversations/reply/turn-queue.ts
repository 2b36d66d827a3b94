import { EventEmitter } from 'node:events';
import type { Clock } from '../../../core/clock.ts';
import { withinTime } from '../../../core/within-time.ts';
import type { Database } from '../../../db/client.ts';
import { abortError, ProviderError } from '../../../providers/interfaces/provider-error.ts';
import { refundTurn } from '../messages/ledger.ts';
import type { Turn } from '../messages/tool-calls.ts';
import { beginTurn, type TurnStart } from '../messages/turn-order.ts';

/**
 * How soon the end of a turn in another process is noticed. Such waits are rare, and a query costs 0.5 ms of CPU time
 * (0.2 ms in the database): 100 turns that wait use a fifth of a core.
 */
const OTHER_PROCESS_POLL_MS = 250;
/** The end of a turn in this process is emitted; polling only finds turns that were removed. */
const OWN_PROCESS_POLL_MS = 5000;

/**
 * Turns of a conversation run one after the other, in the order of their messages: each continues from the answers and
 * tool calls before it.
 */
export class TurnQueue {
  readonly #deps: { database: Database; clock: Clock };
  /** Emits the ids of conversations whose turn ended in this process. */
  readonly #ends = new EventEmitter().setMaxListeners(0);

  constructor(deps: { database: Database; clock: Clock }) {
    this.#deps = deps;
  }

  /** Waits for earlier turns. Throws a `ProviderError` after `longestMs` or when the signal is aborted. */
  async begin(turn: Turn, limits: { longestMs: number; signal: AbortSignal }): Promise<TurnStart> {
    const { clock } = this.#deps;
    const endsAtMs = clock.monotonicMs() + limits.longestMs;
    for (;;) {
      if (limits.signal.aborted) throw abortError(limits.signal);
      const { promise, resolve } = Promise.withResolvers<void>();
      const onEnd = (): void => resolve();
      this.#ends.once(`${turn.conversationId}`, onEnd);
      try {
        const start = await this.#tryToBegin(turn);
        if (start.isBegun) return start;
        if (clock.monotonicMs() >= endsAtMs) {
          throw new ProviderError('timeout', `Earlier turns took longer than ${limits.longestMs} ms.`);
        }
        const pollMs = start.awaitsOtherProcess ? OTHER_PROCESS_POLL_MS : OWN_PROCESS_POLL_MS;
        await withinTime(clock, Math.min(pollMs, endsAtMs - clock.monotonicMs()), promise);
      } finally {
        this.#ends.off(`${turn.conversationId}`, onEnd);
      }
    }
  }

  /** Notifies the turns of this process that wait in the conversation. */
  ended({ conversationId }: Turn): void {
    this.#ends.emit(`${conversationId}`);
  }

  /** Tries again at once after it ended turns of dead processes. */
  async #tryToBegin(turn: Turn): Promise<TurnStart> {
    const { database } = this.#deps;
    const start = await beginTurn(database, turn);
    if (start.isBegun || start.abandoned.length === 0) return start;
    for (const customerMessageId of start.abandoned) {
      await refundTurn(database, { ...turn, customerMessageId, processId: null, modelCalls: [] });
    }
    return beginTurn(database, turn);
  }
}
