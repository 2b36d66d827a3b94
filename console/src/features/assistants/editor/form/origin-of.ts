/** A host typed without a scheme: `example.com`, `shop.example:8443`, `localhost`, `192.168.1.10`. */
const BARE_SITE = /^(?:localhost|[^\s/?#@*]+\.[^\s/?#@*:]+)(?::\d+)?(?:[/?#]|$)/i;
/** Hosts on the user's own machine, which rarely have certificates: default to http. */
const NEAR = /^(?:localhost|127\.)/i;

/**
 * The origin of a typed URL or host, as browsers serialize it (scheme, host and port): `https://Example.com/shop` and
 * `example.com` both give `https://example.com`. Other text is returned unchanged, so that the user
 * can correct it.
 */
export function originOf(typed: string): string {
  const text = typed.trim();
  const isBare = BARE_SITE.test(text);
  const address = isBare ? `${NEAR.test(text) ? 'http' : 'https'}://${text}` : text;
  if (!isBare && !/^https?:\/\//i.test(text)) return text;
  // Browsers never send an origin with a wildcard.
  if (address.includes('*') || !URL.canParse(address)) return text;
  const { origin, username, password } = new URL(address);
  return username === '' && password === '' ? origin : text;
}

/** The origins in pasted text, split at white space, commas and semicolons. */
export function originsIn(line: string): string[] {
  return line
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(originOf);
}
