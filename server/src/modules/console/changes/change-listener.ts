/** Whatever may have changed. */
export const EVERYTHING = '*';

/** One page that follows an account: gathers what changed until it is asked. */
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

  /** Aborted when nothing will be told any more. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  tell(topic: string): void {
    if (topic === EVERYTHING) this.#topics.clear();
    if (!this.#topics.has(EVERYTHING)) this.#topics.add(topic);
    this.#wake();
  }

  /** Whoever waits for a change hears that there was none. */
  remind(): void {
    this.#isReminded = true;
    this.#wake();
  }

  end(): void {
    this.#over.abort();
    this.#wake();
  }

  /** Resolves with what changed since it was asked before, as soon as something did or `remind`; null: it is over. */
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
