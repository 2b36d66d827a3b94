import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { docIndex, pageMarkdown } from './doc-markdown.ts';
import { type DocPage, docSections, readDocPages } from './doc-pages.ts';

async function pagesOf(files: Record<string, string>): Promise<DocPage[]> {
  const root = await mkdtemp(join(tmpdir(), 'parley-pages-'));
  try {
    await mkdir(join(root, 'docs'));
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), text);
    }
    return await readDocPages(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

test('sorts pages of a section by order, then by title; unknown folders come before those for contributors', async () => {
  const pages = await pagesOf({
    'docs/decisions/one.md': '# One\n',
    'docs/cook-books/soup.md': '# Soup\n',
    'docs/guides/b.md': '# Beta\n',
    'docs/guides/a.md': '# Alpha\n',
    'docs/guides/z.md': '---\ntitle: First\norder: 1\n---\n\n# Something else\n',
    'docs/start/quick.md': '---\ntitle: Quick start\n---\nText without a heading.\n',
  });
  const sections = docSections(pages).map((section) => [
    section.title,
    section.isForUsers,
    section.pages.map(({ title }) => title),
  ]);
  expect(sections).toEqual([
    ['Start', true, ['Quick start']],
    ['Guides', true, ['First', 'Alpha', 'Beta']],
    ['Cook books', true, ['Soup']],
    ['Decisions', false, ['One']],
  ]);
  expect(pages.find(({ path }) => path === 'start/quick')?.body).toMatch(/^# Quick start\n\nText/);
});

test('describes a page by its front matter, or by its first sentence in plain text', async () => {
  const pages = await pagesOf({
    'docs/guides/a.md': '---\ndescription: Given.\n---\n\n# A\n\nText.\n',
    'docs/guides/b.md': '# B\n\n| a | b |\n|---|---|\n\nUse `x` of\n[a page](a.md). Then more.\n',
    'docs/decisions/c.md': '# C\n\n**Background.** Once upon a time.\n',
  });
  const index = docIndex(pages, 'Summary.');
  expect(index).toContain('# Parley\n\n> Summary.\n\n## Guides\n\n- [A](/docs/guides/a.md): Given.\n');
  expect(index).toContain('- [B](/docs/guides/b.md): Use x of a page.\n');
  expect(index).toContain('- [C](/docs/decisions/c.md): Once upon a time.\n');
});

test('refuses two documents with one path, and unknown types in front matter', async () => {
  const files = { 'docs/configuration.md': '# A\n', 'docs/self-hosting/configuration.md': '# B\n' };
  await expect(pagesOf(files)).rejects.toThrow('Two documents have the path self-hosting/configuration.');
  await expect(pagesOf({ 'docs/guides/a.md': '---\norder: soon\n---\n# A\n' })).rejects.toThrow();
});

test.each([
  ['[b](b.md#part)', '[b](b.md#part)'],
  ['[c](../configuration.md) and [b](b.md)', '[c](../self-hosting/configuration.md) and [b](b.md)'],
  [
    '[home](../README.md) [web](https://example.com) [here](#part)',
    '[home](../index.md) [web](https://example.com) [here](#part)',
  ],
  ['[code](../../server/src/main.ts)', 'code'],
  ['![A call](../pictures/call.png)', '![A call](/docs/pictures/call.png)'],
  ['[gone](gone.md)', '[gone](gone.md)'],
  ['```\n[code](../../server/src/main.ts)\n```', '```\n[code](../../server/src/main.ts)\n```'],
])('rewrites %s', async (text, expected) => {
  const pages = await pagesOf({
    'docs/README.md': '# Home\n',
    'docs/configuration.md': '# Configuration\n',
    'docs/guides/a.md': `# A\n\n${text}\n`,
    'docs/guides/b.md': '# B\n',
  });
  const page = pages.find(({ path }) => path === 'guides/a');
  expect(page && pageMarkdown(page, pages, '/docs/pictures/')).toBe(`# A\n\n${expected}\n`);
});

test('every link of the documents leads to a page', async () => {
  const pages = await readDocPages();
  const paths = new Set(pages.map(({ path }) => path));
  for (const page of pages) {
    const links = pageMarkdown(page, pages, '/pictures/').matchAll(/\]\((?!\/|[a-z]+:)([^()\s#]+\.md)/g);
    for (const [, link = ''] of links) {
      const path = posix.join(posix.dirname(page.path), link).replace(/\.md$/, '');
      expect(paths, `${page.file}: ${link}`).toContain(path);
    }
  }
});
