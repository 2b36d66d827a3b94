import { createHash } from 'node:crypto';
import type { PageFetch } from './fetch-page.ts';
import type { HtmlPage } from './html.ts';
import { pageKey, siteOf } from './page-url.ts';

/** A page whose text is worth keeping. */
export interface CrawledPage {
  /** The address that the page calls its own, else the one that answered. */
  url: string;
  title: string;
  /** Markdown. */
  text: string;
  /** SHA-256 of the text without differences in blanks, in hex. */
  contentHash: string;
  /** As the page declares it (BCP 47); null when it does not. */
  language: string | null;
}

export type PageReading =
  | { kind: 'page'; page: CrawledPage; links: readonly string[] }
  | { kind: 'moved'; to: string }
  | { kind: 'none'; reason: string };

/** Text of a page that only waits for its scripts. */
const placeholder = /loading|javascript|please wait/i;
const maxPlaceholderLength = 120;
/** A page that forwards its visitors says little itself. */
const maxForwardingLength = 200;

/**
 * Turns an answer into text and links, by what the page says about itself.
 * @param readHtml null for a page that cannot be read within its limits
 */
export async function readPage(
  fetched: Exclude<PageFetch, { kind: 'none' }>,
  readHtml: (html: string, url: string) => Promise<HtmlPage | null>,
): Promise<PageReading> {
  if (fetched.noindex) return none(askedNot);
  if (fetched.kind === 'text') {
    const page = toPage(fetched.url, fetched.text.trim(), { title: '', language: null });
    return page.text === '' ? none('The page is empty.') : { kind: 'page', page, links: [] };
  }
  const html = await readHtml(fetched.text, fetched.url);
  if (html === null) return none('The page is too complex to be read.');
  if (html.noindex) return none(askedNot);
  if (
    html.refreshTo !== null &&
    html.markdown.length < maxForwardingLength &&
    html.refreshTo !== fetched.url
  ) {
    return { kind: 'moved', to: html.refreshTo };
  }
  if (!hasText(html)) return none(emptyReason(html));
  const url = ownUrl(html, fetched.url);
  const page = toPage(url, html.markdown, html);
  return { kind: 'page', page, links: fetched.nofollow || html.nofollow ? [] : html.links };
}

const askedNot = 'The page asks not to be indexed (noindex).';

function none(reason: string): PageReading {
  return { kind: 'none', reason };
}

function toPage(url: string, text: string, facts: { title: string; language: string | null }): CrawledPage {
  const contentHash = createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex');
  return { url, title: facts.title || titleFromUrl(url), text, contentHash, language: facts.language };
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

/** The canonical address counts within its site; a site that names its home page everywhere is mistaken. */
function ownUrl(html: HtmlPage, url: string): string {
  if (html.canonical === null || siteOf(new URL(html.canonical)) !== siteOf(new URL(url))) return url;
  const home = pageKey(new URL('/', url).href);
  return pageKey(html.canonical) === home && pageKey(url) !== home ? url : html.canonical;
}

function titleFromUrl(url: string): string {
  const { pathname, hostname } = new URL(url);
  const name = pathname.split('/').findLast((part) => part !== '');
  return name ?? hostname;
}
