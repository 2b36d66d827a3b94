import { FairGate } from '../../../core/fair-gate.ts';
import type { WaitingConversation } from './pending-answers.ts';

/** Queue of customers to answer in this process; accounts take turns. */
export class AnswerQueue {
  readonly #gate: FairGate;
  readonly #waiting = new Set<number>();
  readonly #running = new Map<number, Promise<void>>();

  constructor(atOnce: number) {
    this.#gate = new FairGate(atOnce);
  }

  /**
   * Answers a conversation, unless it is already queued: the queued answer will cover all messages. Waits for the
   * conversation's running answer, which would otherwise take the new turn too: claims only tell processes apart.
   */
  async run({ userId, conversationId }: WaitingConversation, answer: () => Promise<void>): Promise<void> {
    if (this.#waiting.has(conversationId)) return;
    this.#waiting.add(conversationId);
    await this.#running.get(conversationId);
    await this.#gate.run(userId, async () => {
      this.#waiting.delete(conversationId);
      const finished = Promise.withResolvers<void>();
      this.#running.set(conversationId, finished.promise);
      try {
        await answer();
      } finally {
        this.#running.delete(conversationId);
        finished.resolve();
      }
    });
  }
}
