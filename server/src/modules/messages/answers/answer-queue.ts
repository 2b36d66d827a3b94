import { FairGate } from '../../../core/fair-gate.ts';
import type { WaitingConversation } from './pending-answers.ts';

/** Queue of customers to answer in this process; accounts take turns. */
export class AnswerQueue {
  readonly #gate: FairGate;
  readonly #waiting = new Set<number>();

  constructor(atOnce: number) {
    this.#gate = new FairGate(atOnce);
  }

  /** Answers a conversation, unless it is already queued: the queued answer will cover all messages. */
  async run({ userId, conversationId }: WaitingConversation, answer: () => Promise<void>): Promise<void> {
    if (this.#waiting.has(conversationId)) return;
    this.#waiting.add(conversationId);
    await this.#gate.run(userId, () => {
      this.#waiting.delete(conversationId);
      return answer();
    });
  }
}
