import type { Clock } from '../../../core/clock.ts';
import type { OutboundClient } from '../../../http/outbound/outbound-request.ts';
import { fetchPage, type PageFetch, type PageSource } from './fetch-page.ts';
import { HostThrottle } from './host-throttle.ts';
import { readHtml } from './html-thread.ts';
import { emptyPageCache, type PageCache } from './page-cache.ts';
import { isDocumentFile, isFollowable, pageKey, requestUrl, siteOf } from './page-url.ts';
import { type CrawledPage, type PageReading, readPage } from './read-page.ts';
import { readSiteRules, type SiteRules } from './robots.ts';
import { findSitePages, pagesOf, type SitePages } from './site-pages.ts';
import { readSitemap } from './sitemap.ts';

export interface CrawlRequest {
  /** Start page whose links are followed; null to read only `links`. */
  startUrl: string | null;
  /** Single pages; their links are not followed. */
  links: readonly string[];
  /** Maximum number of linked pages of the start page's site, nearest first. */
  relativeLinksLimit: number;
  client: OutboundClient;
  clock: Clock;
  signal: AbortSignal;
  onProgress?: ((progress: CrawlProgress) => void) | undefined;
  limits?: Partial<CrawlLimits> | undefined;
  /** Pages that an earlier attempt has read. */
  cache?: PageCache | undefined;
}

/** Pages tried and known so far; `known` grows as links are found. */
export interface CrawlProgress {
  done: number;
  known: number;
  url: string;
}

export interface CrawlLimits {
  maxPageBytes: number;
  /** Maximum of `links`; further ones are reported as problems. */
  maxLinks: number;
  /** Total characters of all pages. */
  maxTextLength: number;
  durationMs: number;
  parallel: number;
  /** Minimum time between the starts of two requests to one host. */
  gapMs: number;
}

/** Pages that were found but not requested. */
export interface UntriedPages {
  /** At most ten of them, nearest first. */
  urls: string[];
  count: number;
  reason: string;
}

/** A page that could not be read; `reason` is shown to the user. */
export interface CrawlProblem {
  url: string;
  reason: string;
  /** The site was down, busy or slow, so a retry may succeed. */
  isTemporary: boolean;
}

export type CrawlResult =
  | {
      kind: 'crawled';
      /** Contains at least one page. */
      pages: CrawledPage[];
      problems: CrawlProblem[];
      /** Problems of the start page and of `links`. */
      missing: CrawlProblem[];
      /** Problems of other pages and sitemaps. */
      unreadable: CrawlProblem[];
      untried: UntriedPages | null;
      /** Linked documents, such as PDFs. */
      files: string[];
      /** The site may have more pages: something failed temporarily, or a limit other than the page count was reached. */
      isIncomplete: boolean;
      /** Keys (see `pageKey`) of pages that were read or failed permanently. */
      answered: ReadonlySet<string>;
    }
  | { kind: 'failed'; reason: string; problems: CrawlProblem[] };

const defaultLimits: CrawlLimits = {
  maxPageBytes: 5 * 1_048_576,
  maxLinks: 500,
  maxTextLength: 20_000_000,
  durationMs: 15 * 60_000,
  parallel: 4,
  gapMs: 100,
};

const tooManyFailed = 'Too many of the linked pages could not be read.';
const sitemapAsPage = "The address is a sitemap; to read its pages, enter it as the website's address.";
const maxProblems = 100;
/** Maximum requests per page to read: above 1, because some pages fail or repeat others. */
const triesPerPage = 4;
const maxForwards = 3;
/** Maximum URLs per crawl; further ones are ignored. */
const maxAddresses = 20_000;
const maxFiles = 1_000;
const maxUntriedListed = 10;

/**
 * Reads a start page, the pages of its site linked from it (breadth first), and single pages.
 * Rejects only with the signal's reason when aborted; site errors are part of the result.
 */
export async function crawlWebsite(request: CrawlRequest): Promise<CrawlResult> {
  const crawl = new Crawl(request);
  if (request.startUrl !== null) await crawl.readStart(request.startUrl, request.relativeLinksLimit);
  await crawl.readSingle(request.links);
  return crawl.result();
}

interface FollowOptions {
  address: URL;
  limit: number;
  hasSitemap: boolean;
}

class Crawl {
  private readonly limits: CrawlLimits;
  private readonly source: PageSource;
  private readonly onProgress: (progress: CrawlProgress) => void;
  private readonly deadlineMs: number;
  private readonly cache: PageCache;
  private readonly pages: CrawledPage[] = [];
  private readonly problems: CrawlProblem[] = [];
  /** Problems of the start page and `links`, by the given URL. */
  private readonly missing = new Map<string, CrawlProblem>();
  /** Keys of pages that were tried, queued or read. */
  private readonly seen = new Set<string>();
  private readonly keptKeys = new Map<string, CrawledPage>();
  private readonly keptHashes = new Map<string, CrawledPage>();
  private readonly unreadable: CrawlProblem[] = [];
  private untried: UntriedPages | null = null;
  private isIncomplete = false;
  private readonly answered = new Set<string>();
  private readonly files = new Set<string>();
  private textLength = 0;
  private done = 0;
  private known = 0;
  private readonly pendingLinkCount: number;

  constructor(request: CrawlRequest) {
    this.limits = { ...defaultLimits, ...request.limits };
    this.onProgress = request.onProgress ?? (() => {});
    this.cache = request.cache ?? emptyPageCache;
    this.deadlineMs = request.clock.monotonicMs() + this.limits.durationMs;
    const { client, clock, signal } = request;
    const rules = new Map<string, Promise<SiteRules>>();
    this.source = {
      client,
      clock,
      signal,
      throttle: new HostThrottle(clock),
      gapMs: this.limits.gapMs,
      maxPageBytes: this.limits.maxPageBytes,
      rulesOf: (origin) => {
        const known = rules.get(origin) ?? readSiteRules(origin, { client, clock, signal });
        rules.set(origin, known);
        return known;
      },
    };
    this.pendingLinkCount = request.links.length;
    this.known = this.pendingLinkCount + (request.startUrl === null ? 0 : 1);
  }

  async readStart(startUrl: string, limit: number): Promise<void> {
    this.seen.add(pageKey(startUrl));
    const reading = await this.visit(startUrl, null);
    if (reading.kind === 'sitemap') {
      const addresses = this.addressesOf(
        await pagesOf(await readSitemap(reading.body, reading.url), this.source),
      );
      this.countDone(startUrl);
      await this.follow(addresses, { address: new URL(reading.url), limit, hasSitemap: false });
      if (this.pages.length === 0) {
        const reason = 'None of the pages in the sitemap can be read.';
        this.addMissing({ url: startUrl, reason, isTemporary: false });
      }
      return;
    }
    const links = this.keep(startUrl, reading, true);
    if (reading.kind !== 'page') return;
    await this.follow(links, { address: new URL(reading.page.url), limit, hasSitemap: true });
  }

  async readSingle(links: readonly string[]): Promise<void> {
    const wanted = [...new Set(links)];
    this.known = this.done + wanted.length;
    const { maxLinks, parallel } = this.limits;
    for (const url of wanted.slice(maxLinks)) {
      this.addMissing({
        url,
        reason: `Only the first ${maxLinks} links of a document are read.`,
        isTemporary: false,
      });
    }
    const readable = wanted.slice(0, maxLinks);
    for (const [index, batch] of batches(readable, parallel).entries()) {
      const reason = this.limitReason();
      if (reason !== null) {
        for (const url of readable.slice(index * parallel))
          this.addMissing({ url, reason, isTemporary: true });
        return;
      }
      const readings = await Promise.all(batch.map((url) => this.visit(url, null)));
      for (const [position, url] of batch.entries()) this.keep(url, readings[position], true);
    }
  }

  result(): CrawlResult {
    const { pages, problems, unreadable, untried, isIncomplete, answered } = this;
    if (pages.length === 0) return { kind: 'failed', reason: failureReason(problems), problems };
    const missing = [...this.missing.values()];
    const files = [...this.files];
    return {
      kind: 'crawled',
      pages,
      problems,
      missing,
      unreadable,
      untried,
      files,
      isIncomplete,
      answered,
    };
  }

  /** Follows links breadth first, then sitemaps. Fixed batches make the result independent of response order. */
  private async follow(firstLinks: readonly string[], options: FollowOptions): Promise<void> {
    const { limit } = options;
    const site = siteOf(options.address);
    const queue = this.newPages(firstLinks, site);
    const enough = this.pages.length + limit;
    const lastTry = this.done + limit * triesPerPage;
    let sitemapOrigin = options.hasSitemap ? options.address.origin : null;
    let reachedLimit: string | null = null;
    while (this.pages.length < enough && this.done < lastTry) {
      reachedLimit = this.limitReason();
      if (reachedLimit !== null) break;
      if (queue.length === 0 && sitemapOrigin !== null) {
        const found = await findSitePages(sitemapOrigin, this.source);
        queue.push(...this.newPages(this.addressesOf(found), site));
        sitemapOrigin = null;
      }
      if (queue.length === 0) break;
      const missing = enough - this.pages.length;
      const batch = queue.splice(0, Math.min(this.limits.parallel, missing));
      this.known =
        this.done + batch.length + Math.min(queue.length, missing - batch.length) + this.pendingLinkCount;
      const readings = await Promise.all(batch.map((url) => this.visit(url, site)));
      for (const [index, url] of batch.entries()) {
        queue.push(...this.newPages(this.keep(url, readings[index], false), site));
      }
    }
    if (reachedLimit !== null) this.isIncomplete = true;
    if (queue[0] === undefined) return;
    if (this.pages.length < enough) this.isIncomplete = true;
    if (reachedLimit !== null) this.addProblem({ url: queue[0], reason: reachedLimit, isTemporary: true });
    const stop =
      this.pages.length < enough ? tooManyFailed : `The limit of ${limit} linked pages was reached.`;
    this.untried = {
      urls: queue.slice(0, maxUntriedListed),
      count: queue.length,
      reason: reachedLimit ?? stop,
    };
  }

  private addressesOf({ addresses, failures }: SitePages): string[] {
    for (const failure of failures) this.addUnreadable(failure);
    return addresses;
  }

  /** Returns new pages of the site and marks them as seen. */
  private newPages(links: readonly string[], site: string): string[] {
    this.noteFiles(links);
    return links.filter((link) => {
      if (this.seen.size >= maxAddresses || !isFollowable(link, site)) return false;
      const key = pageKey(link);
      if (this.seen.has(key)) return false;
      this.seen.add(key);
      return true;
    });
  }

  private noteFiles(links: readonly string[]): void {
    for (const link of links) if (this.files.size < maxFiles && isDocumentFile(link)) this.files.add(link);
  }

  private async visit(url: string, site: string | null): Promise<PageReading> {
    const known = this.cache.get(url);
    if (known !== undefined) return known;
    const reading = await this.fetch(url, site);
    if (reading.kind === 'page') await this.cache.set(url, reading);
    return reading;
  }

  private async fetch(url: string, site: string | null): Promise<PageReading> {
    let address = requestUrl(url);
    for (let forwards = 0; forwards <= maxForwards; forwards += 1) {
      if (address === null)
        return { kind: 'none', reason: 'The address is not a valid URL.', isTemporary: false };
      const fetched = await fetchPage(address, site, this.source);
      const reading = fetched.kind === 'none' ? fetched : await this.read(fetched, url);
      if (reading.kind !== 'moved') return reading;
      if (site !== null && !isFollowable(reading.to, site)) {
        return { kind: 'none', reason: 'The page redirects to another site.', isTemporary: false };
      }
      address = requestUrl(reading.to);
    }
    return { kind: 'none', reason: 'The page redirects in a loop.', isTemporary: false };
  }

  private async read(
    fetched: Exclude<PageFetch, { kind: 'none' }>,
    requestedUrl: string,
  ): Promise<PageReading> {
    if (fetched.kind === 'sitemap') return fetched;
    return readPage(fetched, requestedUrl, (html, url) => readHtml(html, url, this.source));
  }

  /** Adds a page unless it is a duplicate; returns its links. @param isNamed whether the document names the page */
  private keep(url: string, reading: PageReading | undefined, isNamed: boolean): readonly string[] {
    this.countDone(url);
    if (reading === undefined || reading.kind === 'moved') return [];
    if (reading.kind !== 'page') {
      const { reason, isTemporary } =
        reading.kind === 'none' ? reading : { reason: sitemapAsPage, isTemporary: false };
      if (!isTemporary) this.answered.add(pageKey(url));
      if (isNamed) this.addMissing({ url, reason, isTemporary });
      else this.addUnreadable({ url, reason, isTemporary });
      return [];
    }
    const { page, links } = reading;
    this.noteFiles(links);
    const key = pageKey(page.url);
    this.seen.add(key);
    this.answered.add(key).add(pageKey(url));
    const duplicate = this.keptKeys.get(key) ?? this.keptHashes.get(page.contentHash);
    if (duplicate !== undefined) {
      if (isNamed) this.addProblem({ url, reason: `The page repeats ${duplicate.url}.`, isTemporary: false });
      // Its page has the same text, which confirms the canonical URL of the first page.
      if (duplicate.canonical !== null && pageKey(duplicate.canonical) === key) duplicate.url = page.url;
      return links;
    }
    const kept = { ...page };
    this.keptKeys.set(key, kept);
    this.keptHashes.set(page.contentHash, kept);
    this.textLength += page.text.length;
    this.pages.push(kept);
    return links;
  }

  private countDone(url: string): void {
    this.done += 1;
    this.known = Math.max(this.known, this.done);
    this.onProgress({ done: this.done, known: this.known, url });
  }

  /** The time or text limit that was reached, or null. */
  private limitReason(): string | null {
    this.source.signal.throwIfAborted();
    if (this.source.clock.monotonicMs() >= this.deadlineMs) {
      const seconds = Math.round(this.limits.durationMs / 1_000);
      return `The site was too slow: reading stopped after ${seconds} seconds.`;
    }
    if (this.textLength < this.limits.maxTextLength) return null;
    return 'The pages have more text than one document may have; the rest was left out.';
  }

  private addMissing(problem: CrawlProblem): void {
    this.missing.set(problem.url, problem);
    this.addProblem(problem);
  }

  private addUnreadable(problem: CrawlProblem): void {
    this.unreadable.push(problem);
    this.addProblem(problem);
  }

  private addProblem(problem: CrawlProblem): void {
    if (problem.isTemporary) this.isIncomplete = true;
    if (this.problems.length < maxProblems) this.problems.push(problem);
  }
}

function batches(urls: readonly string[], size: number): string[][] {
  const result: string[][] = [];
  for (let start = 0; start < urls.length; start += size) result.push(urls.slice(start, start + size));
  return result;
}

function failureReason(problems: readonly CrawlProblem[]): string {
  const [first, ...others] = problems;
  if (first === undefined) return 'There is no page to read.';
  if (others.length === 0) return first.reason;
  return `None of the ${problems.length} pages could be read. ${first.url}: ${first.reason}`;
}
