import type { CrawlResult } from '../../src/modules/knowledge/crawl/crawl-website.ts';
import type { WebPage } from './website.ts';

/** URLs of the pages that were read, without the origin. */
export function pathsOf(result: CrawlResult, origin: string): string[] {
  return result.kind === 'crawled' ? result.pages.map((page) => page.url.replace(origin, '')) : [];
}

/** One line per problem: its path and reason. */
export function reasonsOf(result: CrawlResult, origin: string): string[] {
  return result.problems.map((problem) => `${problem.url.replace(origin, '')} ${problem.reason}`);
}

/** HTML with links to these paths. */
export function linksTo(...paths: string[]): string {
  return paths.map((path) => `<a href="${path}">${path}</a>`).join(' ');
}

/** Sends a page with a fixed response. */
export function send(
  status: number,
  headers: Record<string, string> = {},
  body: string | Buffer = '',
): WebPage {
  return (_request, response) => response.writeHead(status, headers).end(body);
}
