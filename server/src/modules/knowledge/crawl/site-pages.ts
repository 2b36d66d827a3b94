import { fetchAnswer, type PageSource, statusFailure } from './fetch-page.ts';
import { isSitemap, readSitemap, type Sitemap } from './sitemap.ts';

/** Sitemaps that are read of one site, those that an index names included. */
const maxSitemaps = 10;

/** Pages named by sitemaps, and the sitemaps that failed temporarily: they may name more. */
export interface SitePages {
  addresses: string[];
  failures: { url: string; reason: string; isTemporary: true }[];
}

/** Pages named by a site's sitemaps: those in its robots.txt, else `/sitemap.xml`. */
export async function findSitePages(origin: string, source: PageSource): Promise<SitePages> {
  const { sitemaps } = await source.rulesOf(origin);
  const named = sitemaps.flatMap((address) => URL.parse(address, origin)?.href ?? []);
  const sitemap = { pages: [], sitemaps: named.length > 0 ? named : [`${origin}/sitemap.xml`] };
  return pagesOf(sitemap, source);
}

/**
 * Addresses of a sitemap, and of the sitemaps that it names. Several sitemaps take turns: one with hundreds of
 * articles must not crowd out the one with the opening hours.
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
      const reason = `${sitemap.reason} Pages that only this sitemap names may be missing.`;
      failures.push({ url: address, reason, isTemporary: true });
      continue;
    }
    lists.push(sitemap.pages);
    for (const further of sitemap.sitemaps) {
      if (!seen.has(further)) queue.push(further);
      seen.add(further);
    }
  }
  return { addresses: byTurns(lists), failures };
}

/** A sitemap that does not exist, or is something else, names no pages; one that fails temporarily has a reason. */
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

function byTurns(lists: readonly (readonly string[])[]): string[] {
  const longest = Math.max(...lists.map((list) => list.length));
  const addresses = new Set<string>();
  for (let place = 0; place < longest; place += 1) {
    for (const list of lists) {
      const address = list[place];
      if (address !== undefined) addresses.add(address);
    }
  }
  return [...addresses];
}
