import { type ChatEvent, type ChatState, EMPTY } from './chat-state.ts';
import { nextState } from './next-state.ts';

type Listener = (state: ChatState, before: ChatState) => void;

/** Holds the state and notifies listeners of changes. */
export class Store {
  #state = EMPTY;
  readonly #listeners = new Set<Listener>();

  get state(): ChatState {
    return this.#state;
  }

  dispatch(event: ChatEvent): void {
    const before = this.#state;
    this.#state = nextState(before, event);
    for (const listener of this.#listeners) listener(this.#state, before);
  }

  /** @returns a function that unsubscribes */
  subscribe(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
