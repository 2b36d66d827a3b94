import { readdir, readFile } from 'node:fs/promises';
import { basename, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { z } from 'zod';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));

/** A Markdown file of the project as a page of the documentation. */
export interface DocPage {
  /** Path from the project's folder, such as `docs/guides/webhooks.md`. */
  file: string;
  /** Path on the site without an ending, such as `guides/webhooks`; `index` for the first page. */
  path: string;
  title: string;
  /** Pages of a section are sorted by it, then by title. */
  order: number;
  /** One sentence in plain text. */
  description: string;
  /** Markdown without front matter. */
  body: string;
}

export interface DocSection {
  /** First part of the paths of its pages. */
  folder: string;
  title: string;
  /** False for sections for contributors. */
  isForUsers: boolean;
  pages: DocPage[];
}

/** Sections in the order of the navigation. Other folders of `docs` follow under their own names. */
const SECTIONS: Readonly<Record<string, string>> = {
  start: 'Start',
  guides: 'Guides',
  vendors: 'Vendors',
  recipes: 'Recipes',
  'self-hosting': 'Self-hosting',
  reference: 'Reference',
  project: 'Project',
  decisions: 'Decisions',
};
/** Sections at the end of the navigation. */
const FOR_CONTRIBUTORS = new Set(['project', 'decisions']);

/** Paths of pages that are not in a folder of `docs`. */
const PLACES: Readonly<Record<string, string>> = {
  'docs/README.md': 'index',
  'README.md': 'start/overview',
  'docs/configuration.md': 'self-hosting/configuration',
  'docs/production.md': 'self-hosting/production',
  'sdk/typescript/README.md': 'reference/typescript-sdk',
  'sdk/python/README.md': 'reference/python-sdk',
  'sdk/cli/README.md': 'reference/command-line-package',
  'sdk/web/README.md': 'reference/web-sdk',
  'sdk/n8n/README.md': 'reference/n8n-package',
  'examples/README.md': 'recipes/examples',
  'CHANGELOG.md': 'project/changelog',
  'CONTRIBUTING.md': 'project/contributing',
  'ARCHITECTURE.md': 'project/architecture',
  'GLOSSARY.md': 'project/glossary',
  'bench/README.md': 'project/benchmarks',
};

/** Titles of pages whose heading is the name of the product. */
const TITLES: Readonly<Record<string, string>> = { 'README.md': 'Overview' };

const DEFAULT_ORDER = 100;
const MAX_DESCRIPTION = 200;

const frontMatter = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  order: z.number().default(DEFAULT_ORDER),
});

/**
 * Reads all pages. Throws if two files have the same path, or if front matter is invalid.
 * @param root the project's folder
 */
export async function readDocPages(root: string = PROJECT): Promise<DocPage[]> {
  const names = await readdir(join(root, 'docs'), { recursive: true });
  const inFolders = names
    .map((name) => `docs/${name.split(sep).join('/')}`)
    .filter((file) => /^docs\/[^/.]+\/[^.]+\.md$/.test(file));
  const files = [...Object.keys(PLACES), ...inFolders.sort()];
  const pages = await Promise.all(files.map((file) => readDocPage(root, file)));
  const found = pages.filter((page) => page !== null);
  const twice = found.find(({ path }, at) => found.findIndex((other) => other.path === path) !== at);
  if (twice !== undefined) throw new Error(`Two documents have the path ${twice.path}.`);
  return found;
}

let ofThisProcess: Promise<DocPage[]> | undefined;

/** The pages of this installation, read once. A failed reading is tried again. */
export function docPages(): Promise<DocPage[]> {
  ofThisProcess ??= readDocPages().catch((error: unknown) => {
    ofThisProcess = undefined;
    throw error;
  });
  return ofThisProcess;
}

/** @returns null if there is no such file */
async function readDocPage(root: string, file: string): Promise<DocPage | null> {
  const text = await readFile(join(root, file), 'utf8').catch(() => null);
  if (text === null) return null;
  const [front = '', yaml = ''] = /^---\n([\s\S]*?)\n---\n+/.exec(text) ?? [];
  const given = frontMatter.parse(parse(yaml) ?? {});
  const content = text.slice(front.length);
  const heading = /^# +(.+)$/m.exec(content)?.[1];
  const title = given.title ?? TITLES[file] ?? plain(heading ?? basename(file, '.md'));
  const body = heading === undefined ? `# ${title}\n\n${content}` : content;
  return {
    file,
    path: PLACES[file] ?? file.slice('docs/'.length, -'.md'.length),
    title,
    order: given.order,
    description: given.description ?? firstSentence(body),
    body,
  };
}

/** The first sentence of the first paragraph of prose. */
function firstSentence(body: string): string {
  const paragraphs = body.replace(/^```[\s\S]*?^```$/gm, '').split(/\n{2,}/);
  const prose = paragraphs.find((paragraph) => /^\s*(?:[\p{L}`[]|\*\*)/u.test(paragraph)) ?? '';
  // Decisions begin with bold words.
  const text = plain(prose.replace(/^\*\*[^*]+\*\*\s*/, ''));
  const [found = text] = /^.*?[.:](?=\s|$)/s.exec(text) ?? [];
  const sentence = found.replace(/:$/, '.');
  return sentence.length > MAX_DESCRIPTION ? `${sentence.slice(0, MAX_DESCRIPTION)}…` : sentence;
}

/** Text without the marks of Markdown, on one line. */
function plain(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*`]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Pages of the sections for users. */
export function pagesForUsers(pages: readonly DocPage[]): DocPage[] {
  return docSections(pages).flatMap(({ isForUsers, pages: inside }) => (isForUsers ? inside : []));
}

/** Pages by section, both in the order of the navigation. The first page belongs to no section. */
export function docSections(pages: readonly DocPage[]): DocSection[] {
  const byFolder = Map.groupBy(pages, ({ path }) => (path.includes('/') ? posix.dirname(path) : ''));
  const known = Object.keys(SECTIONS);
  const others = [...byFolder.keys()].filter((folder) => folder !== '' && !known.includes(folder)).sort();
  const shown = known.filter((folder) => !FOR_CONTRIBUTORS.has(folder));
  return [...shown, ...others, ...FOR_CONTRIBUTORS].flatMap((folder) => {
    const inside = byFolder.get(folder);
    if (inside === undefined) return [];
    return [
      {
        folder,
        title: SECTIONS[folder] ?? named(folder),
        isForUsers: !FOR_CONTRIBUTORS.has(folder),
        pages: inside.sort(inOrder),
      },
    ];
  });
}

function inOrder(one: DocPage, other: DocPage): number {
  return one.order - other.order || one.title.localeCompare(other.title, 'en');
}

function named(folder: string): string {
  const words = folder.replaceAll(/[-/]/g, ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}
