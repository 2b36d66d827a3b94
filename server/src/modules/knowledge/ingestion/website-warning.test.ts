import { expect, it } from 'vitest';
import { type CrawlOmissions, websiteWarning } from './read-website.ts';

const nothing: CrawlOmissions = { missing: [], unreadable: [], untried: null, files: [] };
const pages = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    url: `https://a/${index}`,
    reason: 'It is gone.',
    isTemporary: false,
  }));
const files = (count: number) => Array.from({ length: count }, (_, index) => `https://a/${index}.pdf`);

it.each<[string, Partial<CrawlOmissions>, string | null]>([
  ['nothing', {}, null],
  ['a named page', { missing: pages(1) }, '1 of 3 pages could not be read. https://a/0: It is gone.'],
  ['a linked page', { unreadable: pages(1) }, '1 linked page could not be read. https://a/0: It is gone.'],
  [
    'pages beyond the limit',
    { untried: { urls: files(10), count: 12, reason: 'The limit was reached.' } },
    'The limit was reached. 12 more linked pages were not read: https://a/0.pdf, https://a/1.pdf, https://a/2.pdf and 9 more.',
  ],
  [
    'one page and one file',
    { untried: { urls: ['https://a/b'], count: 1, reason: 'The site was too slow.' }, files: files(1) },
    'The site was too slow. 1 more linked page was not read: https://a/b\n1 linked file was not read; upload what you need as documents: https://a/0.pdf',
  ],
])('reports missing content: %s', (_what, left, warning) => {
  expect(websiteWarning({ ...nothing, ...left }, { named: 3, kept: 0 })).toBe(warning);
});

it('stays short if many pages are missing', () => {
  const untried = { urls: files(10), count: 20_000, reason: 'The limit was reached.' };
  const all = { missing: pages(100), unreadable: pages(200), untried, files: files(1_000) };
  const warning = websiteWarning(all, { named: 100, kept: 2 }) ?? '';
  expect(warning.length).toBeLessThan(2_000);
  expect(warning).toContain('And 80 more.\n200 linked pages');
  expect(warning).toContain('And 195 more.\nEarlier passages of 2 pages stay in use.\nThe limit');
  expect(warning).toContain('and 19997 more.\n1000 linked files');
  expect(warning.endsWith('and 990 more.')).toBe(true);
});
