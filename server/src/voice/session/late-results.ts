import { TOOL_ANSWERED } from '../../providers/spec/conventions.ts';

/**
 * Tools whose answer was interrupted and that have finished since. The engine's history knows what they brought: an answer
 * that begins later tells it, and where none does the assistant has to come back to it by itself.
 */
export class LateResults {
  #untold: string[] = [];
  /** Known to the answer that is under way. */
  #inAnswer: string[] = [];

  finished(toolName: string): void {
    this.#untold.push(toolName);
  }

  /** The customer is being answered, by somebody who knows of all this. */
  answering(): void {
    this.#inAnswer = this.#untold;
    this.#untold = [];
  }

  /** There was nothing to answer: it was a noise. */
  unanswered(): void {
    this.#untold = [...this.#inAnswer, ...this.#untold];
    this.#inAnswer = [];
  }

  /** What to ask of the model now that nobody speaks, once; null: everything was told. */
  take(): string | null {
    if (this.#untold.length === 0) return null;
    const names = [...new Set(this.#untold)].join(', ');
    this.#untold = [];
    return `${TOOL_ANSWERED} ${names}. Tell the customer in one or two short sentences what came of it, unless they no longer want to know.`;
  }
}
