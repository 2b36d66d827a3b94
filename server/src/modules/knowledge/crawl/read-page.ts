import { createHash } from 'node:crypto';
import type { PageFetch } from './fetch-page.ts';
import type { HtmlPage } from './html.ts';
import { pageKey, siteOf } from './page-url.ts';

export interface CrawledPage {
  /** The final URL; in its canonical form if the page declares one. */
  url: string;
  /** Another URL of the site that the page declares canonical. Often wrong, so only trusted if both texts are equal. */
  canonical: string | null;
  title: string;
  /** Markdown. */
  text: string;
  /** SHA-256 of the text with normalized white space, in hex. */
  contentHash: string;
  /** As declared by the page (BCP 47); null if not declared. */
  language: string | null;
}

export type PageReading =
  | { kind: 'page'; page: CrawledPage; links: readonly string[] }
  | { kind: 'moved'; to: string }
  | { kind: 'sitemap'; url: string; body: Buffer }
  | { kind: 'none'; reason: string; isTemporary: boolean };

/** Text of a page that needs its scripts to load its content. */
const placeholder = /loading|javascript|please wait/i;
const maxPlaceholderLength = 120;
/** URLs of login pages, but not words such as "author", "authentic" or "signing". */
const loginAddress = /log[-_]?in(?!g)|sign[-_]?in(?!g)|anmeld|auth(?![a-z])|authenticat|authoriz/i;
/** A meta refresh counts as a redirect only on pages with less text. */
const maxForwardingLength = 200;

/**
 * Converts a response to text and links, according to the page's metadata.
 * @param requestedUrl the URL before redirects
 * @param readHtml resolves with null if the page exceeds its limits
 */
export async function readPage(
  fetched: Extract<PageFetch, { kind: 'html' | 'text' }>,
  requestedUrl: string,
  readHtml: (html: string, url: string) => Promise<HtmlPage | null>,
): Promise<PageReading> {
  if (fetched.noindex) return none(noindexReason);
  if (fetched.kind === 'text') {
    const page = toPage(fetched.url, fetched.text.trim(), { title: '', language: null, canonical: null });
    return page.text === '' ? none('The page is empty.') : { kind: 'page', page, links: [] };
  }
  const html = await readHtml(fetched.text, fetched.url);
  if (html === null) return none('The page is too complex to be read.');
  if (html.noindex) return none(noindexReason);
  if (
    html.refreshTo !== null &&
    html.markdown.length < maxForwardingLength &&
    html.refreshTo !== fetched.url
  ) {
    return { kind: 'moved', to: html.refreshTo };
  }
  if (!hasText(html)) return none(emptyReason(html));
  if (isLogin(html, requestedUrl, fetched.url)) return none('The page is behind a login form.');
  const canonical = canonicalOf(html, fetched.url);
  const isItself = canonical !== null && pageKey(canonical) === pageKey(fetched.url);
  const page = isItself
    ? toPage(canonical, html.markdown, { ...html, canonical: null })
    : toPage(fetched.url, html.markdown, { ...html, canonical });
  return { kind: 'page', page, links: fetched.nofollow || html.nofollow ? [] : html.links };
}

const noindexReason = 'The page asks not to be indexed (noindex).';

function none(reason: string): PageReading {
  return { kind: 'none', reason, isTemporary: false };
}

function toPage(
  url: string,
  text: string,
  facts: { title: string; language: string | null; canonical: string | null },
): CrawledPage {
  const contentHash = createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex');
  const { title, language, canonical } = facts;
  return { url, canonical, title: title || titleFromUrl(url), text, contentHash, language };
}

function isLogin({ loginForm }: HtmlPage, requestedUrl: string, url: string): boolean {
  if (loginForm !== 'likely') return loginForm === 'only';
  const { hostname, pathname } = new URL(url);
  return pageKey(requestedUrl) !== pageKey(url) || loginAddress.test(`${hostname}${pathname}`);
}

function hasText(html: HtmlPage): boolean {
  if (!/[\p{L}\p{N}]/u.test(html.markdown)) return false;
  const waits =
    html.hasScripts && html.markdown.length < maxPlaceholderLength && placeholder.test(html.markdown);
  return !waits;
}

function emptyReason(html: HtmlPage): string {
  return html.hasScripts
    ? 'The page has no readable text; it may need JavaScript.'
    : 'The page has no readable text.';
}

function canonicalOf({ canonical }: HtmlPage, url: string): string | null {
  return canonical === null || siteOf(new URL(canonical)) !== siteOf(new URL(url)) ? null : canonical;
}

function titleFromUrl(url: string): string {
  const { pathname, hostname } = new URL(url);
  const name = pathname.split('/').findLast((part) => part !== '');
  return name ?? hostname;
}
