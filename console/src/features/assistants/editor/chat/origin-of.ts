/** `example.com`, `shop.example:8443`, `localhost`, `192.168.1.10`: what people call a site by without a scheme. */
const BARE_SITE = /^(?:localhost|[^\s/?#@*]+\.[^\s/?#@*:]+)(?::\d+)?(?:[/?#]|$)/i;
/** Where nobody has certificates. */
const NEAR = /^(?:localhost|127\.)/i;

/**
 * The site that somebody means, as browsers name it: scheme, host and port.
 * `https://Example.com/shop` and `example.com` are `https://example.com`. What names no site stays, to be mended by hand.
 */
export function originOf(typed: string): string {
  const text = typed.trim();
  const isBare = BARE_SITE.test(text);
  const address = isBare ? `${NEAR.test(text) ? 'http' : 'https'}://${text}` : text;
  if (!isBare && !/^https?:\/\//i.test(text)) return text;
  // A site is named by browsers without anything that stands for others.
  if (address.includes('*') || !URL.canParse(address)) return text;
  const { origin, username, password } = new URL(address);
  return username === '' && password === '' ? origin : text;
}

/** The sites that a pasted text names, each once: by lines, or parted by blanks and commas. */
export function originsIn(line: string): string[] {
  return line
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map(originOf);
}
