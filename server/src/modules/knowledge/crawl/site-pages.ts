import { fetchAnswer, type PageSource, statusFailure } from './fetch-page.ts';
import { isSitemap, readSitemap, type Sitemap } from './sitemap.ts';

/** Maximum sitemaps per site, including those named by an index. */
const maxSitemaps = 10;

/** Pages named by sitemaps, and the sitemaps that failed temporarily. */
export interface SitePages {
  addresses: string[];
  failures: { url: string; reason: string; isTemporary: true }[];
}

/** Pages named by a site's sitemaps: those listed in its robots.txt, else `/sitemap.xml`. */
export async function findSitePages(origin: string, source: PageSource): Promise<SitePages> {
  const { sitemaps } = await source.rulesOf(origin);
  const named = sitemaps.flatMap((address) => URL.parse(address, origin)?.href ?? []);
  const sitemap = { pages: [], sitemaps: named.length > 0 ? named : [`${origin}/sitemap.xml`] };
  return pagesOf(sitemap, source);
}

/**
 * Page URLs of a sitemap and of the sitemaps that it names, interleaved, so that a sitemap with hundreds of articles
 * does not displace the one with the opening hours.
 */
export async function pagesOf(first: Sitemap, source: PageSource): Promise<SitePages> {
  const lists = [first.pages];
  const failures: SitePages['failures'] = [];
  const queue = [...first.sitemaps];
  const seen = new Set(queue);
  for (let read = 0; read < maxSitemaps; read += 1) {
    const address = queue.shift();
    if (address === undefined) break;
    const sitemap = await fetchSitemap(address, source);
    if ('reason' in sitemap) {
      const reason = `${sitemap.reason} Pages that only this sitemap lists may be missing.`;
      failures.push({ url: address, reason, isTemporary: true });
      continue;
    }
    lists.push(sitemap.pages);
    for (const further of sitemap.sitemaps) {
      if (!seen.has(further)) queue.push(further);
      seen.add(further);
    }
  }
  return { addresses: interleaved(lists), failures };
}

/** Returns no pages for a missing or invalid sitemap, and a reason for a temporary failure. */
async function fetchSitemap(address: string, source: PageSource): Promise<Sitemap | { reason: string }> {
  const none = { pages: [], sitemaps: [] };
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return none;
  const fetched = await fetchAnswer(url.href, null, { ...source, overflow: 'truncate' });
  if (fetched.kind === 'none') return fetched.isTemporary ? fetched : none;
  const failure = statusFailure(fetched.answer.status);
  if (failure !== null) return failure.isTemporary ? failure : none;
  const { body } = fetched.answer;
  return isSitemap(body) ? readSitemap(body, fetched.url.href) : none;
}

function interleaved(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const addresses = new Set<string>();
  for (let index = 0; index < longest; index += 1) {
    for (const list of lists) {
      const address = list[index];
      if (address !== undefined) addresses.add(address);
    }
  }
  return [...addresses];
}
