import type { Engine } from '../engines/engine.ts';

/** Orders of the supervisors of a conversation: texts to say in the next pause, and instructions. */
export class SupervisorOrders {
  readonly #engine: Pick<Engine, 'note'>;
  readonly #texts: string[] = [];
  readonly #instructions: string[] = [];
  /** How many instructions came before the last answer. */
  #followed = 0;

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

  /** The model answers, with all instructions so far. */
  followed(): void {
    this.#followed = this.#instructions.length;
  }

  /**
   * Takes over the texts that the conversation before this one has not said, and its instructions. Another assistant
   * gets only the instructions since the last answer.
   */
  inherit(before: SupervisorOrders, { isSameAssistant }: { isSameAssistant: boolean }): void {
    for (const text of before.#instructions.slice(isSameAssistant ? 0 : before.#followed))
      this.instruct(text);
    this.#texts.push(...before.#texts.splice(0));
  }
}
