import { isDeepStrictEqual } from 'node:util';
import type { FunctionCall } from '../../agent/tool.ts';
import { TOOL_ANSWERED } from '../../providers/interfaces/conventions.ts';

/**
 * Results of tools whose reply was interrupted. They are in the engine's history, so the next answer reports them; if
 * no answer follows, the assistant must bring them up itself.
 */
export class LateResults {
  #unreported: FunctionCall[] = [];
  /** Results known to the current answer. */
  #inAnswer: FunctionCall[] = [];
  /** Results that the current answer produced or was asked to report. */
  #found: FunctionCall[] = [];

  /** A tool of a finished reply finished. */
  finished(call: FunctionCall): void {
    if (!this.#found.some((found) => isSame(found, call))) this.#unreported.push(call);
  }

  /** A tool of the current reply finished; the reply reports it. */
  finishedInReply(call: FunctionCall): void {
    this.#found.push(call);
    this.#unreported = this.#unreported.filter((late) => !isSame(late, call));
  }

  /** The reply was interrupted before it reported its results. */
  replyInterrupted(): void {
    this.#unreported = [...this.#found, ...this.#unreported];
    this.#found = [];
  }

  /** An answer that knows all results has started. */
  answering(): void {
    this.#inAnswer = this.#unreported;
    this.#unreported = [];
    this.#found = [];
  }

  /** The answer was discarded: the turn was noise. */
  unanswered(): void {
    this.#unreported = [...this.#inAnswer, ...this.#unreported];
    this.#inAnswer = [];
  }

  /** Instruction for the model to report pending results, once; null if no result is pending. */
  take(): string | null {
    if (this.#unreported.length === 0) return null;
    const names = [...new Set(this.#unreported.map(({ name }) => name))].join(', ');
    this.#found = [...this.#found, ...this.#unreported];
    this.#unreported = [];
    return `${TOOL_ANSWERED} ${names}. Tell the customer in one or two short sentences what the result is, unless they no longer want to know.`;
  }
}

function isSame(one: FunctionCall, other: FunctionCall): boolean {
  return one.name === other.name && isDeepStrictEqual(one.arguments, other.arguments);
}
