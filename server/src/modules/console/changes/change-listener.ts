import type { Role } from '#contract/roles.ts';

/** Topic that represents all other topics. */
export const EVERYTHING = '*';

/** The caller whose token a listener depends on. */
export interface ListeningCaller {
  userId: number;
  tokenId: number;
  /** At admission; the listener ends when it changes. */
  role: Role;
}

/** Collects the changed topics of an account for one page until they are read. */
export class ChangeListener {
  readonly caller: ListeningCaller;
  readonly #over = new AbortController();
  #topics = new Set<string>();
  #isReminded = false;
  #wake: () => void = () => undefined;

  constructor(caller: ListeningCaller) {
    this.caller = caller;
  }

  /** Aborted when the listener is closed. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  tell(topic: string): void {
    if (topic === EVERYTHING) this.#topics.clear();
    if (!this.#topics.has(EVERYTHING)) this.#topics.add(topic);
    this.#wake();
  }

  /** Makes a pending `next` resolve without changes. */
  remind(): void {
    this.#isReminded = true;
    this.#wake();
  }

  end(): void {
    this.#over.abort();
    this.#wake();
  }

  /**
   * Resolves with the topics changed since the last call, as soon as there are any or `remind` is called; null if
   * closed.
   */
  async next(): Promise<string[] | null> {
    this.#isReminded = false;
    while (this.#topics.size === 0 && !this.#isReminded && !this.over.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    if (this.over.aborted) return null;
    const topics = [...this.#topics];
    this.#topics = new Set();
    return topics;
  }
}
