import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type FactsCache, noCache } from './facts-cache.ts';
import { readFacts, type SourceFacts } from './source-facts.ts';

const skippedFolders = new Set(['node_modules', 'dist', 'coverage', '.git', '.runtime', '.vite']);
/** The server's default PARLEY_DATA. Folders with this name elsewhere contain source code. */
const skippedAtRoot = 'data';
const sourceFile = /^(?:(?:contract|server|console|widget|sdk|bench|scripts)\/.*|[^/]+)\.(?:ts|tsx|js)$/;

interface RepositoryFile {
  bytes: Buffer;
  hash: string;
}

/** A repository's files, each read, hashed and parsed once for all checks. */
export class Repository {
  readonly root: string;
  /** All files, as paths with `/` from the root, sorted. */
  readonly all: readonly string[];
  /** All files except fixtures. */
  readonly written: readonly string[];
  readonly #files: ReadonlyMap<string, RepositoryFile>;
  readonly #facts = new Map<string, SourceFacts>();
  readonly #cache: FactsCache;

  constructor(root: string, cache: FactsCache = noCache) {
    this.root = root;
    this.all = listFiles(root);
    this.written = this.all.filter((file) => !file.split('/').slice(0, -1).includes('fixtures'));
    this.#files = new Map(this.all.map((file) => [file, readFile(path.join(root, file))]));
    this.#cache = cache;
  }

  has(file: string): boolean {
    return this.#files.has(file);
  }

  text(file: string): string {
    return this.#file(file).bytes.toString('utf8');
  }

  hash(file: string): string {
    return this.#file(file).hash;
  }

  /** Facts of a source file from its syntax tree. */
  facts(file: string): SourceFacts {
    let facts = this.#facts.get(file) ?? this.#cache.get(file, this.hash(file));
    if (facts === undefined) {
      facts = readFacts(file, this.text(file));
      this.#cache.set(file, { hash: this.hash(file), facts });
    }
    this.#facts.set(file, facts);
    return facts;
  }

  #file(file: string): RepositoryFile {
    const known = this.#files.get(file);
    if (known === undefined) throw new Error(`${file} is not in ${this.root}.`);
    return known;
  }
}

export function isSource(file: string): boolean {
  return sourceFile.test(file);
}

function readFile(file: string): RepositoryFile {
  const bytes = readFileSync(file);
  return { bytes, hash: hash('sha1', bytes) };
}

function listFiles(root: string, folder = ''): string[] {
  const entries = readdirSync(path.join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (!entry.isDirectory()) return entry.isFile() ? [name] : [];
      return skippedFolders.has(entry.name) || name === skippedAtRoot ? [] : listFiles(root, name);
    })
    .sort();
}
