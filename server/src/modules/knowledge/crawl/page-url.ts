/** Parameters that tell who came from where, not which page it is. */
const trackingParameter =
  /^(utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|mkt_tok|vero_id|phpsessid|jsessionid|sessionid)$/i;

/** Files that are no pages; links to them are not followed. */
const fileExtension =
  /\.(?:7z|aac|apk|avi|avif|bmp|bz2|css|csv|dmg|docx?|eot|epub|exe|gif|gz|ico|ics|iso|jar|jpe?g|js|json|m4a|m4v|mjs|mov|mp3|mp4|mpe?g|msi|odp|ods|odt|ogg|ogv|otf|pdf|png|pptx?|psd|rar|rss|rtf|svg|tar|tgz|tiff?|ttf|vcf|wav|webm|webmanifest|webp|wmv|woff2?|xlsx?|xml|xz|zip)$/i;

/** The address as it is requested: no fragment, no tracking parameters, no session in the path. */
export function requestUrl(url: string): string | null {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')) return null;
  parsed.hash = '';
  parsed.pathname = parsed.pathname.replace(/;jsessionid=[^/]*/i, '');
  const tracking = [...parsed.searchParams.keys()].filter((name) => trackingParameter.test(name));
  // Untouched where nothing is dropped: writing parameters back changes their spelling.
  for (const name of tracking) parsed.searchParams.delete(name);
  if (parsed.search === '') parsed.search = '';
  return parsed.href;
}

/**
 * What makes two addresses the same page: scheme, `www.`, a trailing slash, an index file and the order of
 * parameters do not tell pages apart.
 */
export function pageKey(url: string): string {
  const parsed = URL.parse(requestUrl(url) ?? url);
  if (parsed === null) return url;
  parsed.searchParams.sort();
  const path = parsed.pathname
    .replace(/\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i, '/')
    .replace(/\/+$/, '');
  return `${siteOf(parsed)}${path}${parsed.search}`;
}

/** Host and port without `www.`: pages of one site share it. */
export function siteOf(url: URL): string {
  return `${url.hostname.replace(/^www\.(?=.)/, '').replace(/\.$/, '')}:${url.port}`;
}

const maxFollowedLength = 1_024;

/** Whether a link may lead to a page of this site. */
export function isFollowable(link: string, site: string): boolean {
  const url = URL.parse(link);
  if (url === null || link.length > maxFollowedLength) return false;
  return siteOf(url) === site && !fileExtension.test(url.pathname);
}

/** Files that hold text and are not read by following a link. */
const documentExtension = /\.(?:csv|docx?|epub|od[pst]|pdf|pptx?|rtf|xlsx?)$/i;

/** Whether a link leads to a file such as a price list, on any site. */
export function isDocumentFile(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && documentExtension.test(url.pathname);
}
