/** Topic: anything may have changed. */
export const EVERYTHING = '*';

/** One page that follows an account: collects changed topics until they are read. */
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

  /** Resolves with topics changed since the last call, as soon as there are any or on `remind`; null: closed. */
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
