/** Topic that represents all other topics. */
export const EVERYTHING = '*';

/** Collects the changed topics of an account for one page until they are read. */
export class ChangeListener {
  readonly userId: number;
  readonly tokenId: number;
  readonly #over = new AbortController();
  #topics = new Set<string>();
  #isReminded = false;
  #wake: () => void = () => undefined;

  constructor({ userId, tokenId }: { userId: number; tokenId: number }) {
    this.userId = userId;
    this.tokenId = tokenId;
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
