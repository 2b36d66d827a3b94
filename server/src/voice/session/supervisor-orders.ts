import type { Engine } from '../engines/engine.ts';

/** Orders of the supervisors of a conversation: texts to say in the next pause, and instructions. */
export class SupervisorOrders {
  readonly #engine: Pick<Engine, 'note'>;
  readonly #texts: string[] = [];
  readonly #instructions: string[] = [];

  constructor(engine: Pick<Engine, 'note'>) {
    this.#engine = engine;
  }

  get hasText(): boolean {
    return this.#texts.length > 0;
  }

  /** Removes and returns the next text; null without one. */
  takeText(): string | null {
    return this.#texts.shift() ?? null;
  }

  sayInPause(text: string): void {
    this.#texts.push(text);
  }

  /** Gives the assistant an instruction for its next answers. */
  instruct(text: string): void {
    this.#instructions.push(text);
    this.#engine.note(text);
  }

  /** Repeats the instructions of the conversation before this one. */
  inherit(before: SupervisorOrders): void {
    for (const text of before.#instructions) this.instruct(text);
  }
}
