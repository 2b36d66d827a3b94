import type { CrawlResult } from '../../src/modules/knowledge/crawl/crawl-website.ts';
import type { WebPage } from './website.ts';

/** Paths of the pages that were read. */
export function pathsOf(result: CrawlResult, origin: string): string[] {
  return result.kind === 'crawled' ? result.pages.map((page) => page.url.replace(origin, '')) : [];
}

/** `path reason` of every skipped page. */
export function reasonsOf(result: CrawlResult, origin: string): string[] {
  return result.problems.map((problem) => `${problem.url.replace(origin, '')} ${problem.reason}`);
}

/** HTML links to these paths. */
export function linksTo(...paths: string[]): string {
  return paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
}

/** Answers a page request with this content. */
export function send(
  status: number,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): WebPage {
  return (_request, response) => response.writeHead(status, headers).end(body);
}
