import { type ChatEvent, type ChatState, EMPTY } from './chat-state.ts';
import { nextState } from './next-state.ts';

type Listener = (state: ChatState, before: ChatState) => void;

/** The one place where the state changes; whoever shows it hears of it. */
export class Store {
  #state = EMPTY;
  readonly #listeners = new Set<Listener>();

  get state(): ChatState {
    return this.#state;
  }

  tell(event: ChatEvent): void {
    const before = this.#state;
    this.#state = nextState(before, event);
    for (const listener of this.#listeners) listener(this.#state, before);
  }

  /** @returns ends it */
  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
