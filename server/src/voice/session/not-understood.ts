import type { CustomerAnswers } from './customer-answers.ts';
import type { AnsweredTurn, Reply } from './reply.ts';
import type { Speech } from './speech.ts';

const MAX_REQUESTS = 2;

interface NotUnderstoodDeps {
  speech: Speech;
  answers: CustomerAnswers;
  /** Text that asks the customer to repeat what they said. */
  request(): string;
  giveUp(): void;
}

/** Handles clear speech without a transcript: asks the customer to repeat, at most twice in a row. */
export class NotUnderstood {
  readonly #deps: NotUnderstoodDeps;
  #requests = 0;
  #asking: { reply: Reply | null; turn: AnsweredTurn } | null = null;

  constructor(deps: NotUnderstoodDeps) {
    this.#deps = deps;
  }

  ask(turn: AnsweredTurn): void {
    const { speech, request, giveUp } = this.#deps;
    this.#requests += 1;
    if (this.#requests > MAX_REQUESTS) {
      giveUp();
      return;
    }
    void speech.say(request());
    this.#asking = { reply: speech.current, turn };
  }

  /** A transcript arrived. If it belongs to the turn in question, it is answered instead of the request. */
  understood(text: string, isCustomerActive: boolean): void {
    const { speech, answers } = this.#deps;
    const asking = this.#asking;
    this.#requests = 0;
    this.#asking = null;
    if (asking === null || isCustomerActive || speech.current !== asking.reply) return;
    speech.cut();
    answers.answerLate(asking.turn, text);
  }
}
