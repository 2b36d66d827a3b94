import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../db/client.ts';
import { chunkSections } from '../chunking/chunk-sections.ts';
import { cleanText } from '../chunking/section.ts';
import type { PageCache } from '../crawl/page-cache.ts';
import { pageKey } from '../crawl/page-url.ts';
import { bytesContent, type Extractor } from '../extraction/extractor.ts';
import { markdownSections } from '../extraction/markdown-sections.ts';
import { findPublishedChunks } from './chunk-store.ts';
import { openFetchedPages } from './fetched-pages.ts';
import { type NewChunk, newChunk, type ReadResult } from './new-chunk.ts';
import type { WorkHeartbeat } from './work-heartbeat.ts';
import type { DocumentWork } from './work-store.ts';

export interface WebsitePage {
  url: string;
  title: string;
  /** Markdown. */
  text: string;
}

interface CrawledWebsite extends CrawlOmissions {
  kind: 'crawled';
  pages: readonly WebsitePage[];
  /** The crawl may have missed pages of the site. */
  isIncomplete: boolean;
  /** Keys (see `pageKey`) of pages that were read or failed permanently. */
  answered: ReadonlySet<string>;
}

/** Fetches a start page, linked pages of its site, and single pages. Rejects only when aborted. */
export type WebsiteCrawl = (request: {
  startUrl: string | null;
  links: readonly string[];
  relativeLinksLimit: number;
  signal: AbortSignal;
  onProgress: (progress: { done: number; known: number }) => void;
  cache: PageCache;
}) => Promise<CrawledWebsite | { kind: 'failed'; reason: string }>;

export interface WebsiteDeps {
  crawl: WebsiteCrawl;
  extractor: Extractor;
  database: Database;
}

/** Longer pages are split in a child process, to keep the event loop free. */
const longPageCharacters = 50_000;

export async function readWebsite(
  deps: WebsiteDeps,
  work: DocumentWork,
  heartbeat: WorkHeartbeat,
): Promise<ReadResult> {
  const crawled = await deps.crawl({
    startUrl: work.url,
    links: work.links,
    relativeLinksLimit: work.relativeLinksLimit,
    signal: heartbeat.signal,
    onProgress: ({ done, known }) => heartbeat.report({ stage: 'fetching', done, total: known }),
    cache: await openFetchedPages(deps.database, work),
  });
  if (crawled.kind === 'failed') return crawled;
  const { pages, missing } = crawled;
  // Without the start page, the other pages cannot be found.
  const start = missing.find(({ url }) => url === work.url);
  if (work.isRefresh && start !== undefined) return { kind: 'failed', reason: start.reason };
  const chunks: NewChunk[] = [];
  for (const [index, page] of pages.entries()) {
    heartbeat.report({ stage: 'extracting', done: index, total: pages.length });
    const result = await readPage(deps, page, heartbeat.signal);
    if (result.kind === 'failed') return result;
    chunks.push(...result.chunks);
  }
  if (chunks.length === 0) return { kind: 'failed', reason: 'The website has no text that could be read.' };
  const earlier = work.isRefresh ? await earlierChunks(deps, work, crawled) : [];
  chunks.push(...earlier);
  const named = new Set(work.url === null ? work.links : [work.url, ...work.links]);
  return {
    kind: 'chunks',
    chunks,
    pages: new Set(chunks.map(({ source }) => source)).size,
    warning: websiteWarning(crawled, {
      named: named.size,
      kept: new Set(earlier.map(({ source }) => source)).size,
    }),
  };
}

/**
 * An incomplete refresh keeps the passages of every page that it did not reach. The URLs that failed do not show which
 * pages these are: a failed hub or sitemap hides others, and links may redirect.
 */
async function earlierChunks(
  { database }: WebsiteDeps,
  work: DocumentWork,
  { pages, isIncomplete, answered }: CrawledWebsite,
): Promise<NewChunk[]> {
  if (!isIncomplete) return [];
  const read = new Set(pages.map(({ url }) => url));
  return findPublishedChunks(database, work, (source) => !answered.has(pageKey(source)) && !read.has(source));
}

type PageResult = { kind: 'chunks'; chunks: NewChunk[] } | { kind: 'failed'; reason: string };

async function readPage(deps: WebsiteDeps, page: WebsitePage, signal: AbortSignal): Promise<PageResult> {
  const title = cleanText(page.title).trim();
  if (page.text.length <= longPageCharacters) {
    await nextTurn();
    const chunks = [...chunkSections(markdownSections(cleanText(page.text)))];
    return { kind: 'chunks', chunks: chunks.map((chunk) => newChunk(prependTitle(chunk, title), page.url)) };
  }
  const content = bytesContent(Buffer.from(page.text));
  const extraction = await deps.extractor.extract({ type: 'markdown', content, signal });
  if (extraction.kind === 'failed') return { kind: 'failed', reason: `${page.url}: ${extraction.reason}` };
  const chunks = extraction.chunks.map((chunk) => newChunk(prependTitle(chunk, title), page.url));
  return { kind: 'chunks', chunks };
}

/** Adds the page's title as the outermost heading, unless the first heading is the same. */
function prependTitle<Titled extends { headings: string[] }>(chunk: Titled, title: string): Titled {
  const [first] = chunk.headings;
  return title === '' || first === title ? chunk : { ...chunk, headings: [title, ...chunk.headings] };
}

interface UnreadPage {
  url: string;
  reason: string;
  /** True if a later attempt may succeed. */
  isTemporary: boolean;
}

export interface CrawlOmissions {
  /** Unreadable pages that the document names. */
  missing: readonly UnreadPage[];
  /** Unreadable pages known only from links or sitemaps. */
  unreadable: readonly UnreadPage[];
  /** Pages that were found but not requested; `urls` contains some of them. */
  untried: { urls: readonly string[]; count: number; reason: string } | null;
  /** Linked documents, such as PDFs. */
  files: readonly string[];
}

/** The rest is only counted, because document lists show the whole warning. */
const maxMissingListed = 20;
const maxUnreadableListed = 5;
const maxUntriedListed = 3;
const maxFilesListed = 10;

/**
 * A warning about missing parts of a website; null if nothing is missing. One line per kind: a full stop after a URL
 * would become part of it.
 * @param counts pages that the document names, and unread pages whose earlier passages are kept
 */
export function websiteWarning(
  omissions: CrawlOmissions,
  counts: { named: number; kept: number },
): string | null {
  const { missing, unreadable, untried, files } = omissions;
  const lines: string[] = [];
  if (missing.length > 0) {
    const count = `${missing.length} of ${counts.named} pages could not be read.`;
    lines.push([count, ...reasons(missing, maxMissingListed)].join(' '));
  }
  if (unreadable.length > 0) {
    const count = `${counted(unreadable.length, 'linked page')} could not be read.`;
    lines.push([count, ...reasons(unreadable, maxUnreadableListed)].join(' '));
  }
  if (counts.kept > 0) lines.push(`Earlier passages of ${counted(counts.kept, 'page')} stay in use.`);
  if (untried !== null) {
    const { urls, count, reason } = untried;
    const names = listed(urls.slice(0, maxUntriedListed), count);
    lines.push(`${reason} ${counted(count, 'more linked page')} ${wasWere(count)} not read: ${names}`);
  }
  if (files.length > 0) {
    const names = listed(files.slice(0, maxFilesListed), files.length);
    lines.push(
      `${counted(files.length, 'linked file')} ${wasWere(files.length)} not read; upload what you need as documents: ${names}`,
    );
  }
  return lines.length === 0 ? null : lines.join('\n');
}

function reasons(pages: readonly UnreadPage[], max: number): string[] {
  const lines = pages.slice(0, max).map(({ url, reason }) => `${url}: ${reason}`);
  return pages.length > max ? [...lines, `And ${pages.length - max} more.`] : lines;
}

function listed(names: readonly string[], count: number): string {
  const rest = count - names.length;
  return rest === 0 ? names.join(', ') : `${names.join(', ')} and ${rest} more.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function wasWere(count: number): string {
  return count === 1 ? 'was' : 'were';
}
