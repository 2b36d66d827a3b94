import { timeLimit } from '../../../agent/time-limit.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ModelTurn } from './model-turn.ts';

/** Words that did not change for so long are likely to be all. */
const STABLE_MS = 200;
/** Each answer that is thrown away has been paid for. */
const MOST_TRIES = 3;

interface Early {
  /** What it answers, in its bare words. */
  words: string;
  /** Of everything else that the answer was made from. */
  circumstances: string;
  turn: ModelTurn;
}

export interface EarlyAnswerDeps {
  clock: Clock;
  /** Asks the model; null: not now. */
  ask(text: string): ModelTurn | null;
  /** What besides the customer's words an answer depends on. */
  circumstances(): string;
  /** An answer that nobody is going to hear. */
  drop(turn: ModelTurn): void;
}

/** Asks the model before it is sure that the customer has finished; the answer counts if nothing changed meanwhile. */
export class EarlyAnswer {
  readonly #deps: EarlyAnswerDeps;
  #early: Early | null = null;
  #waiting: Disposable | null = null;
  #tries = 0;

  constructor(deps: EarlyAnswerDeps) {
    this.#deps = deps;
  }

  /** The customer's words so far; `isSure`: they are not going to change, though more may follow. */
  heard(text: string, isSure: boolean): void {
    this.#stopWaiting();
    const words = bareWords(text);
    if (this.#early !== null && this.#early.words !== words) this.#dropEarly();
    if (words === '' || this.#early !== null || this.#tries >= MOST_TRIES) return;
    if (isSure) this.#start(text);
    else this.#waiting = timeLimit(this.#deps.clock, STABLE_MS, () => this.#start(text));
  }

  /** The answer to exactly these words if there is one; the next turn begins. */
  take(text: string): ModelTurn | null {
    this.#stopWaiting();
    this.#tries = 0;
    const early = this.#early;
    if (early === null) return null;
    const isStill = early.words === bareWords(text) && early.circumstances === this.#deps.circumstances();
    if (!isStill) {
      this.#dropEarly();
      return null;
    }
    this.#early = null;
    return early.turn;
  }

  close(): void {
    this.#stopWaiting();
    this.#dropEarly();
  }

  #start(text: string): void {
    const circumstances = this.#deps.circumstances();
    const turn = this.#deps.ask(text);
    if (turn === null) return;
    this.#tries += 1;
    this.#early = { words: bareWords(text), circumstances, turn };
  }

  #dropEarly(): void {
    if (this.#early === null) return;
    const { turn } = this.#early;
    this.#early = null;
    turn.cancel();
    this.#deps.drop(turn);
  }

  #stopWaiting(): void {
    this.#waiting?.[Symbol.dispose]();
    this.#waiting = null;
  }
}

/** Transcribers change signs and case of words that they have told before. */
function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
