import path from 'node:path';

/** Folders created at run time; documents may name them. */
const madeAtRunTime = /^(?:\.\/)?(?:data|node_modules|\.runtime|coverage|(?:console|widget)\/dist)(?:\/|$)/;
/** Files of a release, and of npm; documents may name them. */
const elsewhere = /^(?:parley-VERSION\.cdx\.json|provenance\.json|release-notes\.md|npm-shrinkwrap\.json)$/;
const fileEnding = /\.(?:ts|tsx|js|json|md|sql|ya?ml|css)$/;
const pathCharacters = /^[\w.@*/-]+$/;

/** Looks up paths named in documents. */
export class RepositoryPaths {
  readonly #files: readonly string[];
  readonly #known: Set<string>;
  readonly #top: Set<string>;

  constructor(files: readonly string[]) {
    this.#files = files;
    this.#known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
    this.#top = new Set(files.map((file) => file.split('/')[0] ?? file).filter((name) => name.length > 1));
  }

  /** True for inline code that can only be a path of this repository. */
  isReference(text: string): boolean {
    if (!pathCharacters.test(text) || text.startsWith('/')) return false;
    if (madeAtRunTime.test(text) || elsewhere.test(text)) return false;
    const first = text.replace(/^\.\//, '').split('/')[0] ?? '';
    if (text.includes('/') && this.#top.has(first)) return true;
    return fileEnding.test(text) && !text.startsWith('.');
  }

  /** True if a path is found relative to the document's folder or the root, or (for inline code) as the end of any path. */
  exists(reference: string, documentFolder: string): boolean {
    const name = path.posix.normalize(reference).replace(/\/$/, '');
    if (name.includes('*')) {
      const pattern = new RegExp(`(?:^|/)${name.split('*').map(escapePattern).join('[^/]*')}$`);
      return this.#files.some((file) => pattern.test(file));
    }
    if (this.existsAt(reference, documentFolder) || this.#known.has(name)) return true;
    return this.#files.some((file) => file.endsWith(`/${name}`));
  }

  /** True if a path is found relative to `folder`, as a link needs. */
  existsAt(reference: string, folder: string): boolean {
    const target = path.posix.join(folder, reference).replace(/\/$/, '');
    return target === '.' || this.#known.has(target);
  }
}

function foldersOf(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function escapePattern(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}
