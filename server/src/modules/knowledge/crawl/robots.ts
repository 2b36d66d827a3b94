import robotsParser, { type default as declaredParser } from 'robots-parser';
import type { Clock } from '../../../core/clock.ts';
import type { OutboundClient, OutboundResult } from '../../../http/outbound/outbound-request.ts';
import { crawlerAgent, userAgentHeader } from './agent.ts';

/** A site's rules for crawlers. */
export interface SiteRules {
  /** Why a page must not be read; null if it may be. */
  refusal(url: string): string | null;
  /** Minimum time between requests; null without a `Crawl-delay`. */
  crawlDelayMs: number | null;
  /** True if the rules are missing because the site was down. */
  isUnknown: boolean;
  /** Sitemap URLs as written. */
  sitemaps: readonly string[];
}

export interface RobotsSource {
  client: OutboundClient;
  clock: Clock;
  signal: AbortSignal;
}

/** RFC 9309, 2.5 requires at least 500 KiB. */
const maxRobotsBytes = 512_000;
const robotsTimeoutMs = 10_000;
const retryDelayMs = 1_000;
/** The cost of matching is rule length times path length, so wildcard rules beyond this total are ignored. */
const maxWildcardCharacters = 100_000;
/** Longer delays would stretch a crawl to hours. */
const maxCrawlDelayMs = 10_000;

/**
 * Reads a site's robots.txt (RFC 9309). A 4xx response allows everything. An unreachable or failing site (5xx, 429) is
 * tried once more and then not crawled.
 * @param origin such as `https://example.com`
 */
export async function readSiteRules(origin: string, source: RobotsSource): Promise<SiteRules> {
  let answer = await requestRobots(origin, source);
  if (isTemporary(answer)) {
    await source.clock.sleep(retryDelayMs, source.signal);
    answer = await requestRobots(origin, source);
  }
  if (answer.kind === 'too-many-redirects') return allowAll;
  if (answer.kind !== 'response') return refuseAll(transportReason(answer));
  if (answer.status >= 500 || answer.status === 429) {
    return refuseAll(
      `The site answered ${answer.status} when asked for its robots.txt, so it is not crawled.`,
    );
  }
  if (answer.status < 200 || answer.status >= 300) return allowAll;
  return parsedRules(origin, answer.body.toString('utf8'));
}

const allowAll: SiteRules = { refusal: () => null, crawlDelayMs: null, isUnknown: false, sitemaps: [] };

function refuseAll(reason: string): SiteRules {
  return { refusal: () => reason, crawlDelayMs: null, isUnknown: true, sitemaps: [] };
}

function requestRobots(origin: string, source: RobotsSource): Promise<OutboundResult> {
  return source.client.request({
    method: 'GET',
    url: `${origin}/robots.txt`,
    headers: { 'user-agent': userAgentHeader, accept: 'text/plain, */*;q=0.5' },
    timeoutMs: robotsTimeoutMs,
    maxResponseBytes: maxRobotsBytes,
    overflow: 'truncate',
    redirects: 5,
    signal: source.signal,
  });
}

function isTemporary(answer: OutboundResult): boolean {
  if (answer.kind === 'response') return answer.status >= 500 || answer.status === 429;
  return answer.kind === 'timeout' || answer.kind === 'unreachable';
}

function transportReason(answer: Exclude<OutboundResult, { kind: 'response' }>): string {
  if (answer.kind === 'refused' || answer.kind === 'unreachable') return answer.reason;
  return 'The site did not answer in time.';
}

function parsedRules(origin: string, text: string): SiteRules {
  const robots = parseRobots(`${origin}/robots.txt`, affordableLines(text).join('\n'));
  const delaySeconds = robots.getCrawlDelay(crawlerAgent) ?? 0;
  return {
    refusal: (url) =>
      robots.isAllowed(url, crawlerAgent) === false
        ? "The site's robots.txt does not allow this page."
        : null,
    crawlDelayMs: delaySeconds > 0 ? Math.min(delaySeconds * 1_000, maxCrawlDelayMs) : null,
    isUnknown: false,
    sitemaps: robots.getSitemaps(),
  };
}

function affordableLines(text: string): string[] {
  let wildcardCharacters = 0;
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.replace(/\*{2,}/g, '*'))
    .filter((line) => {
      if (line.includes('*')) wildcardCharacters += line.length;
      return !line.includes('*') || wildcardCharacters <= maxWildcardCharacters;
    });
}

type ParseRobots = typeof declaredParser.default;

/** The package exports a function, but its types declare a default member. */
function parseRobots(...given: Parameters<ParseRobots>): ReturnType<ParseRobots> {
  const parse: unknown = robotsParser;
  if (typeof parse !== 'function') throw new Error('robots-parser does not export a function.');
  return parse(...given);
}
