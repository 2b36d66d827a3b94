/** Identifies the content of an account's list: lists with equal versions are equal. */
export type ListVersion = string;

/** One page of the list, ready to send. */
export interface ListedPage {
  /** The assistants as JSON text, joined by commas. */
  items: string;
  count: number;
  total: number;
}

export interface CachedPage {
  version: ListVersion;
  page: ListedPage;
}

/** Pages by key, each with its list version. Evicts the least recently used one when full. */
export class PageCache {
  readonly #entries = new Map<string, CachedPage>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get(key: string): CachedPage | null {
    const entry = this.#entries.get(key);
    if (entry === undefined) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry;
  }

  set(key: string, entry: CachedPage): void {
    this.#forget(key);
    this.#entries.set(key, entry);
    this.#characters += entry.page.items.length;
    for (const oldest of this.#entries.keys()) {
      if (this.#characters <= this.#maxCharacters) return;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#characters -= this.#entries.get(key)?.page.items.length ?? 0;
    this.#entries.delete(key);
  }
}
