import type { CustomerAnswers } from './customer-answers.ts';
import type { AnsweredTurn, Reply } from './reply.ts';
import type { Speech } from './speech.ts';

/** Most requests in a row to say it again. */
const MOST_REQUESTS = 2;

interface NotUnderstoodDeps {
  speech: Speech;
  answers: CustomerAnswers;
  /** Asks the customer to say it again. */
  request(): string;
  /** Says that the call cannot continue, and ends it. */
  giveUp(): void;
}

/** Answers clear speech without an understood word: asks to say it again, twice in a row at most. */
export class NotUnderstood {
  readonly #deps: NotUnderstoodDeps;
  #requests = 0;
  #asking: { reply: Reply | null; turn: AnsweredTurn } | null = null;

  constructor(deps: NotUnderstoodDeps) {
    this.#deps = deps;
  }

  happened(turn: AnsweredTurn): void {
    const { speech, request, giveUp } = this.#deps;
    this.#requests += 1;
    if (this.#requests > MOST_REQUESTS) {
      giveUp();
      return;
    }
    void speech.say(request());
    this.#asking = { reply: speech.current, turn };
  }

  /** Words were understood. Late words of a turn that seemed to have none are answered instead of the request. */
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
