/** Tracking and session parameters, which do not identify a page. */
const trackingParameter =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|mkt_tok|vero_id|phpsessid|jsessionid|sessionid)$/i;

/** File types that are not pages; links to them are not followed. */
const fileExtension =
  /\.(?:7z|aac|apk|avi|avif|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|gif|gz|ico|ics|iso|jar|jpe?g|js|json|m4a|m4v|mjs|mov|mp3|mp4|mpe?g|msi|odp|ods|odt|ogg|ogv|otf|pdf|png|pptx?|psd|rar|rss|rtf|svg|tar|tgz|tiff?|ttf|vcf|wav|webm|webmanifest|webp|wmv|woff2?|xlsx?|xml|xz|zip)$/i;

/** The URL to request: without fragment, tracking parameters and session id; null if invalid. */
export function requestUrl(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null;
  parsed.hash = '';
  parsed.pathname = parsed.pathname.replace(/;jsessionid=[^/]*/i, '');
  const tracking = [...parsed.searchParams.keys()].filter((name) => trackingParameter.test(name));
  // Deleting re-encodes all parameters, so it is done only if needed.
  for (const name of tracking) parsed.searchParams.delete(name);
  if (parsed.search === '') parsed.search = '';
  return parsed.href;
}

/** Identifies a page: ignores scheme, `www.`, trailing slash, index file name and parameter order. */
export function pageKey(url: string): string {
  const parsed = URL.parse(requestUrl(url) ?? url);
  if (parsed === null) return url;
  parsed.searchParams.sort();
  const path = parsed.pathname
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i, '/')
    .replace(/\/+$/, '');
  return `${siteOf(parsed)}${path}${parsed.search}`;
}

/** Host without `www.`, and port; the same for all pages of a site. */
export function siteOf(url: URL): string {
  return `${url.hostname.replace(/^www\.(?=.)/, '').replace(/\.$/, '')}:${url.port}`;
}

const maxFollowedLength = 1_024;

export function isFollowable(link: string, site: string): boolean {
  const url = URL.parse(link);
  if (url === null || link.length > maxFollowedLength) return false;
  return siteOf(url) === site && !fileExtension.test(url.pathname);
}

/** Document types, which the crawler does not read. */
const documentExtension = /\.(?:csv|docx?|epub|od[pst]|pdf|pptx?|rtf|xlsx?)$/i;

/** True for links to documents such as PDFs, on any site. */
export function isDocumentFile(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && documentExtension.test(url.pathname);
}
