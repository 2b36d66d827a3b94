import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readCacheFile, writeCacheFile } from '../cache-file.ts';
import { type FactsCache, noCache, StoredFacts } from '../facts-cache.ts';
import type { Repository } from '../repository.ts';

const checksFolder = path.join(import.meta.dirname, '..');
/** npm rewrites this file with every change of installed packages. */
const installedPackages = 'node_modules/.package-lock.json';

/** Cache folder, relative to the repository's root. */
export const cacheFolder = '.runtime/verify';

/** Results of earlier runs. Nothing is cached if the tools' versions are unknown. */
export class CheckCache {
  readonly #root: string;
  /** Changes with the checks' code and the packages that they run. */
  readonly #toolsKey: string | undefined;
  /** Also changes with the packages that the checked code imports. */
  readonly #packagesKey: string | undefined;

  constructor(root: string) {
    this.#root = root;
    const tools = readIfAny(path.join(checksFolder, '../..', installedPackages));
    const packages = readIfAny(path.join(root, installedPackages));
    if (tools === undefined) return;
    this.#toolsKey = digest([tools, process.version, ...readOwnCode()]);
    if (packages !== undefined) this.#packagesKey = digest([this.#toolsKey, packages]);
  }

  /** The cached facts of source files, and a function that saves them. */
  openFacts(): { facts: FactsCache; save: () => void } {
    if (this.#toolsKey === undefined) return { facts: noCache, save: () => undefined };
    const facts = new StoredFacts(this.#file('facts'), this.#toolsKey);
    return { facts, save: () => facts.save() };
  }

  /** @param dependsOn `packages` if the result depends on the checked code's imports from node_modules */
  read(name: string, dependsOn: 'tools' | 'packages'): unknown {
    const key = dependsOn === 'tools' ? this.#toolsKey : this.#packagesKey;
    return key === undefined ? undefined : readCacheFile(this.#file(name), key);
  }

  write(name: string, dependsOn: 'tools' | 'packages', value: unknown): void {
    const key = dependsOn === 'tools' ? this.#toolsKey : this.#packagesKey;
    if (key !== undefined) writeCacheFile(this.#file(name), key, value);
  }

  #file(name: string): string {
    return path.join(this.#root, cacheFolder, name);
  }
}

/** Hash of the names and contents of these files; changes when a file is removed. */
export function digestFiles(repository: Repository, files: Iterable<string>): string {
  return digest([...files].map((file) => `${file} ${repository.has(file) ? repository.hash(file) : 'gone'}`));
}

export function digest(texts: readonly string[]): string {
  return hash('sha1', texts.join('\n'));
}

function readOwnCode(): string[] {
  const files = readdirSync(checksFolder, { recursive: true, encoding: 'utf8' });
  const code = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts')).sort();
  return code.map((file) => readFileSync(path.join(checksFolder, file), 'utf8'));
}

function readIfAny(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
