import type { ListVersion } from './list-version.ts';

/** One page of the list as it is sent. */
export interface ListedPage {
  /** The assistants as JSON text, joined by commas. */
  items: string;
  count: number;
  total: number;
}

interface Entry {
  version: ListVersion;
  page: ListedPage;
}

/** Pages by key, each good for one version of its list. Full, it forgets what was not asked for longest. */
export class PageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #maxCharacters: number;
  #characters = 0;

  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  get(key: string, version: ListVersion): ListedPage | null {
    const entry = this.#entries.get(key);
    if (entry?.version !== version) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.page;
  }

  set(key: string, version: ListVersion, page: ListedPage): void {
    this.#forget(key);
    this.#entries.set(key, { version, page });
    this.#characters += page.items.length;
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
