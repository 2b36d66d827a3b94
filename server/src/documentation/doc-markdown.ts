import { posix } from 'node:path';
import { type DocPage, docSections, pagesForUsers } from './doc-pages.ts';

const PICTURES = 'docs/pictures/';

/**
 * The page as a Markdown file of the site. Links to other pages lead to their Markdown files. Links to other files of the
 * project, such as sources, become plain text. A link to an unknown Markdown file stays, so that a build reports it.
 * @param picturesUrl prefix of the addresses of pictures
 */
export function pageMarkdown(page: DocPage, pages: readonly DocPage[], picturesUrl: string): string {
  const byFile = new Map(pages.map((one) => [one.file, one]));
  const folder = posix.dirname(page.file);
  const shown = ({ whole, mark, label, target }: MarkdownLink): string => {
    if (/^(?:[a-z][a-z+.-]*:|[#/])/i.test(target)) return whole;
    const [name = '', anchor] = target.split('#');
    const file = posix.join(folder, name);
    const linked = byFile.get(file);
    if (linked !== undefined) {
      const path = posix.relative(posix.dirname(page.path), linked.path);
      return `[${label}](${path}.md${anchor === undefined ? '' : `#${anchor}`})`;
    }
    if (file.startsWith(PICTURES)) return `${mark}[${label}](${picturesUrl}${file.slice(PICTURES.length)})`;
    return file.endsWith('.md') ? whole : label;
  };
  return outsideFences(page.body, (line) => replaceLinks(line, shown));
}

interface MarkdownLink {
  whole: string;
  /** `!` for pictures. */
  mark: string;
  label: string;
  target: string;
}

function replaceLinks(line: string, shown: (link: MarkdownLink) => string): string {
  let rest = 0;
  let text = '';
  for (const match of line.matchAll(/(!?)\[([^\]]*)\]\(([^()\s]+)\)/g)) {
    const [whole, mark = '', label = '', target = ''] = match;
    text += line.slice(rest, match.index) + shown({ whole, mark, label, target });
    rest = match.index + whole.length;
  }
  return text + line.slice(rest);
}

/** Changes lines that are not in a fenced block of code. */
function outsideFences(markdown: string, change: (line: string) => string): string {
  let fence: string | undefined;
  const lines = markdown.split('\n').map((line) => {
    const [, mark] = /^\s*(`{3,}|~{3,})/.exec(line) ?? [];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      return line;
    }
    return fence === undefined ? change(line) : line;
  });
  return lines.join('\n');
}

/** The index for language models (llmstxt.org): one line for each page. */
export function docIndex(pages: readonly DocPage[], summary: string): string {
  const sections = docSections(pages).map(({ title, pages: inside }) => {
    const lines = inside.map((page) => `- [${page.title}](/docs/${page.path}.md): ${page.description}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  const api = [
    '- [API operations](/docs/api.md): All operations of the HTTP API, one line each',
    '- [OpenAPI document](/api/openapi.json): The HTTP API in OpenAPI 3.1',
    '- [All pages in one file](/docs/llms-full.txt): Everything above except the pages for contributors',
  ];
  return `# Parley\n\n> ${summary}\n\n${sections.join('\n')}\n## API and downloads\n\n${api.join('\n')}\n`;
}

/** All pages for users in one text. */
export function allMarkdown(pages: readonly DocPage[], picturesUrl: string): string {
  return pagesForUsers(pages)
    .map((page) => `<!-- /docs/${page.path}.md -->\n\n${pageMarkdown(page, pages, picturesUrl).trim()}\n`)
    .join('\n');
}
