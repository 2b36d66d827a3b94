import { readCacheFile, writeCacheFile } from './cache-file.ts';
import type { SourceFacts } from './source-facts.ts';

interface CachedFacts {
  /** Hash of the file's content. */
  hash: string;
  facts: SourceFacts;
}

/** Cache of facts by file and content hash. */
export interface FactsCache {
  get(file: string, hash: string): SourceFacts | undefined;
  set(file: string, known: CachedFacts): void;
}

export const noCache: FactsCache = { get: () => undefined, set: () => undefined };

/** Facts stored in a file between runs. */
export class StoredFacts implements FactsCache {
  readonly #file: string;
  readonly #key: string;
  readonly #before: ReadonlyMap<string, CachedFacts>;
  readonly #now = new Map<string, CachedFacts>();
  #isChanged = false;

  /** @param key changes with the parser and the rules, which the facts also depend on */
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

/** Keeps only valid pairs of a path and facts. */
function asEntries(stored: unknown[]): [string, CachedFacts][] {
  return stored.filter(
    (entry): entry is [string, CachedFacts] =>
      Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1]?.hash === 'string',
  );
}
