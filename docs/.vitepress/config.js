/** Builds the documentation from the Markdown files of the project, with VitePress: `npm run build`. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformerStyleToClass } from '@shikijs/transformers';
import { anchorOf } from '../../scripts/checks/doc-references/markdown.ts';
import { pageMarkdown } from '../../server/src/documentation/doc-markdown.ts';
import { docSections, readDocPages } from '../../server/src/documentation/doc-pages.ts';
import { writeApiPage } from './api/write-api-page.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Checks skip folders with this name. */
const sources = join(root, 'docs/.vitepress/dist/pages');

const pages = await readDocPages(root);
const sections = docSections(pages);
const home = pages.find(({ path }) => path === 'index');

/** Colors of code as classes in one file, because the content security policy allows no style attributes. */
const codeColors = transformerStyleToClass({ classPrefix: 'code-' });

writePages();

/** The page is not one of VitePress, so its link has to leave the site. */
const apiReference = { text: 'API reference', link: '/api', target: '_self' };

export default {
  lang: 'en',
  title: 'Parley',
  description: home.description,
  base: '/docs/',
  srcDir: './.vitepress/dist/pages',
  outDir: './dist',
  cacheDir: './.vitepress/dist/cache',
  cleanUrls: true,
  metaChunk: true,
  // The library would insert a style sheet, which the content security policy refuses.
  appearance: { disableTransition: false },
  ignoreDeadLinks: 'localhostLinks',
  head: [
    ['link', { rel: 'icon', href: '/docs/icon.svg', type: 'image/svg+xml' }],
    ['link', { rel: 'stylesheet', href: '/docs/code.css' }],
    ['meta', { name: 'color-scheme', content: 'light dark' }],
  ],
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [codeColors],
    anchor: { slugify: anchorOf },
    config: adaptMarkdown,
  },
  themeConfig: {
    logo: { src: '/icon.svg', alt: '' },
    nav: navigation(),
    sidebar: sidebars(),
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    footer: { message: 'Parley is open source under the MIT license.' },
  },
  transformHead: ({ pageData: { relativePath } }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: `/docs/${relativePath}` }],
  ],
  transformHtml: (html) => html.replace(/ style="[^"]*"/g, ''),
  buildEnd: ({ outDir }) => {
    writeFileSync(join(outDir, 'code.css'), codeColors.getCSS());
    return writeApiPage(outDir);
  },
};

/** Writes the Markdown that VitePress reads, at the paths of the site. */
function writePages() {
  rmSync(sources, { recursive: true, force: true });
  cpSync(join(root, 'docs/pictures'), join(sources, 'public/pictures'), { recursive: true });
  cpSync(join(root, 'console/public/icon.svg'), join(sources, 'public/icon.svg'));
  for (const page of pages) {
    const file = join(sources, `${page.path}.md`);
    const markdown = pageMarkdown(page, pages, '/pictures/');
    const { title, description, path } = page;
    const search = !/^(?:decisions|project\/changelog)/.test(path);
    const front = page === home ? homeFrontMatter(markdown) : { title, description, search };
    mkdirSync(dirname(file), { recursive: true });
    // YAML includes JSON.
    writeFileSync(file, `---\n${JSON.stringify(front)}\n---\n\n${page === home ? '' : markdown}`);
  }
}

/** The first page shows the list of `docs/README.md` as cards. */
function homeFrontMatter(markdown) {
  const cards = [...markdown.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): (.+)$/gm)];
  return {
    layout: 'start-page',
    sidebar: false,
    title: 'Parley documentation',
    titleTemplate: false,
    hero: {
      name: 'Parley',
      text: 'Assistants that handle phone calls and chats',
      tagline: 'Self-hosted and open source. One command on a laptop, several processes in production.',
      actions: [
        { theme: 'brand', text: 'Get started', link: linkOf(sections[0].pages[0]) },
        { theme: 'alt', text: 'API reference', link: '/api', target: '_self' },
      ],
    },
    features: cards.map(([, title, link, details]) => ({
      title,
      details: details.replaceAll('`', ''),
      link: `/${link.replace(/\.md$/, '')}`,
    })),
  };
}

function linkOf({ path }) {
  return `/${path}`;
}

function navigation() {
  const shown = ['start', 'guides', 'recipes', 'self-hosting'];
  const first = (folder) => sections.filter((section) => section.folder === folder);
  const entry = ({ folder, title, pages: inside }) => ({
    text: title,
    link: linkOf(inside[0]),
    activeMatch: `^/${folder}/`,
  });
  return [
    ...shown.flatMap(first).map(entry),
    apiReference,
    { text: 'Contributors', items: sections.filter(({ isForUsers }) => !isForUsers).map(entry) },
  ];
}

/** One side bar for users and one for contributors. */
function sidebars() {
  const groups = (isForUsers) =>
    sections
      .filter((section) => section.isForUsers === isForUsers)
      .map(({ folder, title, pages: inside }) => ({
        text: title,
        // Without a link, the title would be a button that contains a button.
        link: linkOf(inside[0]),
        collapsed: !['start', 'guides', 'project'].includes(folder),
        items: [
          ...(folder === 'reference' ? [apiReference] : []),
          ...inside.map((page) => ({ text: page.title, link: linkOf(page) })),
        ],
      }));
  const forContributors = groups(false);
  return { '/': groups(true), '/project/': forContributors, '/decisions/': forContributors };
}

/** Changes the output of Markdown so that it is text for Vue, has no style attributes, and no empty headers of tables. */
function adaptMarkdown(md) {
  // Vue would replace {{variables}}.
  const escaped = ({ content }) => md.utils.escapeHtml(content).replaceAll('{{', '&#123;&#123;');
  md.renderer.rules.text = (tokens, at) => escaped(tokens[at]);
  md.renderer.rules.code_inline = (tokens, at) => `<code>${escaped(tokens[at])}</code>`;
  md.core.ruler.push('cells', ({ tokens }) => {
    for (const [at, token] of tokens.entries()) {
      const [, side] = /text-align:(\w+)/.exec(token.attrGet('style') ?? '') ?? [];
      if (side !== undefined) token.attrs = [['class', `align-${side}`]];
      if (token.type === 'th_open' && tokens[at + 1].content === '') {
        token.tag = 'td';
        tokens[at + 2].tag = 'td';
      }
    }
  });
}
