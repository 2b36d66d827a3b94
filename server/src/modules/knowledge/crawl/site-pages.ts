import { fetchAnswer, type PageSource } from './fetch-page.ts';
import { isSitemap, readSitemap, type Sitemap } from './sitemap.ts';

/** Sitemaps that are read of one site, those that an index names included. */
const maxSitemaps = 10;

/** Addresses that a site's sitemaps name: those in its robots.txt, else `/sitemap.xml`. Empty where it has none. */
export async function findSitePages(origin: string, source: PageSource): Promise<string[]> {
  const { sitemaps } = await source.rulesOf(origin);
  const named = sitemaps.flatMap((address) => URL.parse(address, origin)?.href ?? []);
  const sitemap = { pages: [], sitemaps: named.length > 0 ? named : [`${origin}/sitemap.xml`] };
  return pagesOf(sitemap, source);
}

/**
 * Addresses of a sitemap, and of the sitemaps that it names. Several sitemaps take turns: one with hundreds of
 * articles must not crowd out the one with the opening hours.
 */
export async function pagesOf(first: Sitemap, source: PageSource): Promise<string[]> {
  const lists = [first.pages];
  const queue = [...first.sitemaps];
  const seen = new Set(queue);
  for (let read = 0; read < maxSitemaps; read += 1) {
    const address = queue.shift();
    if (address === undefined) break;
    const sitemap = await fetchSitemap(address, source);
    lists.push(sitemap.pages);
    for (const further of sitemap.sitemaps) {
      if (!seen.has(further)) queue.push(further);
      seen.add(further);
    }
  }
  return byTurns(lists);
}

async function fetchSitemap(address: string, source: PageSource): Promise<Sitemap> {
  const none = { pages: [], sitemaps: [] };
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return none;
  const fetched = await fetchAnswer(url.href, null, { ...source, overflow: 'truncate' });
  if (fetched.kind === 'none' || fetched.answer.status !== 200) return none;
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
