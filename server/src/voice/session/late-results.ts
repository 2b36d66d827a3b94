import { isDeepStrictEqual } from 'node:util';
import type { FunctionCall } from '../../agent/tool.ts';
import { TOOL_ANSWERED } from '../../providers/interfaces/conventions.ts';

/**
 * Tools whose answer was interrupted and that have finished since. The engine's history knows what they brought: an answer
 * that begins later tells it, and where none does the assistant has to come back to it by itself.
 */
export class LateResults {
  #untold: FunctionCall[] = [];
  /** Known to the answer that is under way. */
  #inAnswer: FunctionCall[] = [];
  /** What that answer found out by itself, or was asked to tell. */
  #found: FunctionCall[] = [];

  /** A call of an answer that is over. */
  finished(call: FunctionCall): void {
    if (!this.#found.some((found) => isSame(found, call))) this.#untold.push(call);
  }

  /** A call of the answer that is under way, which tells of it. */
  told(call: FunctionCall): void {
    this.#found.push(call);
    this.#untold = this.#untold.filter((late) => !isSame(late, call));
  }

  /** That answer was interrupted before it told of them. */
  untold(): void {
    this.#untold = [...this.#found, ...this.#untold];
    this.#found = [];
  }

  /** The customer is being answered, by somebody who knows of all this. */
  answering(): void {
    this.#inAnswer = this.#untold;
    this.#untold = [];
    this.#found = [];
  }

  /** There was nothing to answer: it was a noise. */
  unanswered(): void {
    this.#untold = [...this.#inAnswer, ...this.#untold];
    this.#inAnswer = [];
  }

  /** What to ask of the model now that nobody speaks, once; null: everything was told. */
  take(): string | null {
    if (this.#untold.length === 0) return null;
    const names = [...new Set(this.#untold.map(({ name }) => name))].join(', ');
    this.#found = [...this.#found, ...this.#untold];
    this.#untold = [];
    return `${TOOL_ANSWERED} ${names}. Tell the customer in one or two short sentences what came of it, unless they no longer want to know.`;
  }
}

/** The same tool was asked the same. */
function isSame(one: FunctionCall, other: FunctionCall): boolean {
  return one.name === other.name && isDeepStrictEqual(one.arguments, other.arguments);
}
