import type { CustomerAnswers } from './customer-answers.ts';
import type { AnsweredTurn, Reply } from './reply.ts';
import type { Speech } from './speech.ts';

const MAX_REQUESTS = 2;

/** Handles clear speech without a transcript: asks the customer to repeat, at most twice in a row. */
export class NotUnderstood {
  readonly #speech: Speech;
  readonly #answers: CustomerAnswers;
  #requests = 0;
  #asking: { reply: Reply | null; turn: AnsweredTurn } | null = null;

  constructor(speech: Speech, answers: CustomerAnswers) {
    this.#speech = speech;
    this.#answers = answers;
  }

  /** @param request asks the customer to repeat @returns false if they were asked often enough */
  ask(turn: AnsweredTurn, request: string): boolean {
    this.#requests += 1;
    if (this.#requests > MAX_REQUESTS) return false;
    void this.#speech.say(request);
    this.#asking = { reply: this.#speech.current, turn };
    return true;
  }

  /** A transcript arrived. If it belongs to the turn in question, it is answered instead of the request. */
  understood(text: string, isCustomerActive: boolean): void {
    const asking = this.#asking;
    this.#requests = 0;
    this.#asking = null;
    if (asking === null || isCustomerActive || this.#speech.current !== asking.reply) return;
    this.#speech.cut();
    this.#answers.answerLate(asking.turn, text);
  }
}
