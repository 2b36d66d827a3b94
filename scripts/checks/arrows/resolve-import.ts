import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import type { Repository } from '../repository.ts';

/** The target of an import. */
export interface ImportTarget {
  /** A path from the root, `node_modules/<package>/<rest>`, or the name of a Node module; otherwise the specifier. */
  to: string;
  kind: 'file' | 'core' | 'package' | 'development-package' | 'missing';
}

const endings = ['', '.ts', '.tsx', '.d.ts', '.js'];

/** Resolves imports with the repository's package.json and installed packages. */
export class ImportResolver {
  readonly #repository: Repository;
  readonly #aliases: readonly (readonly [string, string])[];
  readonly #development: ReadonlySet<string>;
  readonly #packages = new Map<string, unknown>();

  constructor(repository: Repository) {
    this.#repository = repository;
    const manifest: unknown = repository.has('package.json')
      ? JSON.parse(repository.text('package.json'))
      : {};
    this.#aliases = entriesOf(member(manifest, 'imports')).filter(isTextPair);
    const inProduction = new Set(entriesOf(member(manifest, 'dependencies')).map(([name]) => name));
    const names = entriesOf(member(manifest, 'devDependencies')).map(([name]) => name);
    this.#development = new Set(names.filter((name) => !inProduction.has(name)));
  }

  resolve(specifier: string, from: string): ImportTarget {
    if (isBuiltin(specifier)) return { to: specifier, kind: 'core' };
    const [name = ''] = specifier.split('?');
    if (/^\.{1,2}(?:\/|$)/.test(name)) {
      return this.#file(path.posix.join(path.posix.dirname(from), name), specifier);
    }
    if (name.startsWith('#')) return this.#alias(name);
    return this.#package(name, from);
  }

  #file(target: string, specifier: string): ImportTarget {
    const candidates = endings.map((ending) => `${target}${ending}`);
    const to =
      candidates.find((file) => this.#repository.has(file)) ??
      candidates.find((file) => existsSync(path.join(this.#repository.root, file)));
    return to === undefined ? { to: specifier, kind: 'missing' } : { to, kind: 'file' };
  }

  #alias(specifier: string): ImportTarget {
    for (const [alias, target] of this.#aliases) {
      const [before = '', after] = alias.split('*');
      if (after === undefined && specifier === alias)
        return this.#file(path.posix.normalize(target), specifier);
      if (after === undefined || !specifier.startsWith(before) || !specifier.endsWith(after)) continue;
      const rest = specifier.slice(before.length, specifier.length - after.length);
      return this.#file(path.posix.normalize(target.replace('*', rest)), specifier);
    }
    return { to: specifier, kind: 'missing' };
  }

  #package(specifier: string, from: string): ImportTarget {
    const [first = '', second = ''] = specifier.split('/');
    const name = first.startsWith('@') ? `${first}/${second}` : first;
    const rest = specifier.slice(name.length + 1);
    const types = `@types/${name.replace(/^@/, '').replace('/', '__')}`;
    const installed = [name, types].some((one) => this.#offers(one, rest, from));
    if (!installed) return { to: specifier, kind: 'missing' };
    const kind = this.#development.has(name) ? 'development-package' : 'package';
    return { to: `node_modules/${name}/${rest}`, kind };
  }

  /** True if the package is installed in a parent folder of `from`, and its exports include the path. */
  #offers(name: string, rest: string, from: string): boolean {
    let folder = path.posix.dirname(from);
    for (;;) {
      const root = path.join(this.#repository.root, folder, 'node_modules', name);
      const manifest = this.#manifest(root);
      if (manifest !== undefined) return hasEntry(root, manifest, rest);
      if (folder === '.') return false;
      folder = path.posix.dirname(folder);
    }
  }

  #manifest(folder: string): unknown {
    if (!this.#packages.has(folder)) {
      const file = path.join(folder, 'package.json');
      this.#packages.set(folder, existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined);
    }
    return this.#packages.get(folder);
  }
}

function hasEntry(folder: string, manifest: unknown, rest: string): boolean {
  const exported = member(manifest, 'exports');
  if (typeof exported !== 'object' || exported === null) {
    return rest === '' || endings.some((ending) => existsSync(path.join(folder, `${rest}${ending}`)));
  }
  const keys = Object.keys(exported);
  // Conditions without paths, or an array, describe the package's main entry.
  if (!keys.some((key) => key.startsWith('.'))) return rest === '';
  const entry = rest === '' ? '.' : `./${rest}`;
  return keys.some((key) => {
    const [before = '', after] = key.split('*');
    return after === undefined ? key === entry : entry.startsWith(before) && entry.endsWith(after);
  });
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && key in value ? Reflect.get(value, key) : undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function isTextPair(pair: [string, unknown]): pair is [string, string] {
  return typeof pair[1] === 'string';
}
