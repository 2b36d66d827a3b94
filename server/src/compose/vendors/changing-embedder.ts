import type { Embedder, EmbeddingPurpose } from '../../providers/interfaces/embedder.ts';

/** The connected embedder; another one may be connected at any time. */
export class ChangingEmbedder implements Embedder {
  #current: Embedder;
  readonly #listeners: ((model: string) => void)[] = [];

  constructor(first: Embedder) {
    this.#current = first;
  }

  get model(): string {
    return this.#current.model;
  }

  get dimensions(): number {
    return this.#current.dimensions;
  }

  snapshot(): Embedder {
    return this.#current;
  }

  embed(texts: readonly string[], signal: AbortSignal, purpose?: EmbeddingPurpose): Promise<Float32Array[]> {
    return this.#current.embed(texts, signal, purpose);
  }

  use(next: Embedder): void {
    const isOtherModel = next.model !== this.model;
    this.#current = next;
    if (isOtherModel) for (const listener of this.#listeners) listener(next.model);
  }

  /** Calls the listener whenever vectors of another model are needed. */
  onModelChange(listener: (model: string) => void): void {
    this.#listeners.push(listener);
  }
}
