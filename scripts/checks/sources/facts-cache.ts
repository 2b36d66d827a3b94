import { readCacheFile, writeCacheFile } from './cache-file.ts';
import type { SourceFacts } from './source-facts.ts';

interface CachedFacts {
  /** Of the file's content. */
  hash: string;
  facts: SourceFacts;
}

/** Facts of files whose content is known. */
export interface FactsCache {
  get(file: string, hash: string): SourceFacts | undefined;
  set(file: string, known: CachedFacts): void;
}

export const noCache: FactsCache = { get: () => undefined, set: () => undefined };

/** Facts kept in a file from one run to the next. */
export class StoredFacts implements FactsCache {
  readonly #file: string;
  readonly #key: string;
  readonly #before: ReadonlyMap<string, CachedFacts>;
  readonly #now = new Map<string, CachedFacts>();
  #isChanged = false;

  /** @param key of what the facts depend on beside the files: the parser and the rules */
  constructor(file: string, key: string) {
    this.#file = file;
    this.#key = key;
    const stored = readCacheFile(file, key);
    this.#before = new Map(Array.isArray(stored) ? asEntries(stored) : []);
  }

  get(file: string, hash: string): SourceFacts | undefined {
    const known = this.#before.get(file);
    if (known?.hash !== hash) return undefined;
    this.#now.set(file, known);
    return known.facts;
  }

  set(file: string, known: CachedFacts): void {
    this.#now.set(file, known);
    this.#isChanged = true;
  }

  save(): void {
    if (this.#isChanged) writeCacheFile(this.#file, this.#key, [...this.#now]);
  }
}

/** Only pairs of a path and facts; what another program wrote there is dropped. */
function asEntries(stored: unknown[]): [string, CachedFacts][] {
  return stored.filter(
    (entry): entry is [string, CachedFacts] =>
      Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1]?.hash === 'string',
  );
}
