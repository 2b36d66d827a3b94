import { FairGate } from '../../../core/fair-gate.ts';
import type { WaitingConversation } from '../../conversations/actions.ts';

/** Customers whom this process is about to answer; accounts take turns. */
export class AnswerLine {
  readonly #gate: FairGate;
  readonly #waiting = new Set<number>();

  constructor(atOnce: number) {
    this.#gate = new FairGate(atOnce);
  }

  /** A conversation that stands in line already is answered once, to all that its customer has written by then. */
  async run({ userId, conversationId }: WaitingConversation, answer: () => Promise<void>): Promise<void> {
    if (this.#waiting.has(conversationId)) return;
    this.#waiting.add(conversationId);
    await this.#gate.run(userId, () => {
      this.#waiting.delete(conversationId);
      return answer();
    });
  }
}
