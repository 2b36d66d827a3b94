import { timeLimit } from '../../../agent/time-limit.ts';
import type { Clock } from '../../../core/clock.ts';
import type { ModelTurn } from './model-turn.ts';

/** An interim result unchanged for this long is likely complete. */
const STABLE_MS = 200;
/** Discarded answers are billed. */
const MAX_ATTEMPTS = 3;

interface Early {
  /** Normalized text that it answers. */
  words: string;
  /** Fingerprint of the other inputs of the answer. */
  circumstances: string;
  turn: ModelTurn;
}

export interface EarlyAnswerDeps {
  clock: Clock;
  /** Starts a model turn; null if not possible now. */
  ask(text: string): ModelTurn | null;
  /** Inputs of an answer other than the customer's words. */
  circumstances(): string;
  drop(turn: ModelTurn): void;
}

/**
 * Speculative (preemptive) generation: asks the model before the end of the turn is certain. The answer is used if
 * nothing changed.
 */
export class EarlyAnswer {
  readonly #deps: EarlyAnswerDeps;
  #early: Early | null = null;
  #waiting: Disposable | null = null;
  #tries = 0;

  constructor(deps: EarlyAnswerDeps) {
    this.#deps = deps;
  }

  /** Takes the transcript so far. `isSure` if it will not change, though more may follow. */
  update(text: string, isSure: boolean): void {
    this.#stopWaiting();
    const words = bareWords(text);
    if (this.#early !== null && this.#early.words !== words) this.#dropEarly();
    if (words === '' || this.#early !== null || this.#tries >= MAX_ATTEMPTS) return;
    if (isSure) this.#start(text);
    else this.#waiting = timeLimit(this.#deps.clock, STABLE_MS, () => this.#start(text));
  }

  /** Ends the turn. @returns the answer if words and circumstances have not changed since its request, else null */
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

/** Providers revise punctuation and case of earlier words. */
function bareWords(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
