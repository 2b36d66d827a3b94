import type { OutboundMethod } from './outbound-request.ts';

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Headers that may follow a redirect to another origin; all others are dropped. */
const plainHeaders = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent', 'content-type']);

/** One request of a redirect chain. */
export interface Hop {
  method: OutboundMethod;
  url: URL;
  headers: Readonly<Record<string, string>>;
  body: string | Uint8Array | null;
}

/** The URL of a redirect; null if the answer is not a redirect or its Location is unusable. */
export function redirectTarget(status: number, location: string | undefined, from: URL): URL | null {
  if (!redirectStatuses.has(status) || location === undefined) return null;
  return URL.parse(location, from.href);
}

/**
 * The next request of a redirect chain (Fetch standard, HTTP-redirect fetch): 303, and 301 or 302 after POST,
 * become GET without a body. Another origin receives neither credentials nor the caller's own headers.
 */
export function nextHop(hop: Hop, status: number, url: URL): Hop {
  const becomesGet =
    (status === 303 && hop.method !== 'HEAD') ||
    ((status === 301 || status === 302) && hop.method === 'POST');
  const sameOrigin = url.origin === hop.url.origin;
  const headers = Object.fromEntries(
    Object.entries(hop.headers).filter(([name]) => {
      if (becomesGet && name.toLowerCase() === 'content-type') return false;
      return sameOrigin || plainHeaders.has(name.toLowerCase());
    }),
  );
  return { method: becomesGet ? 'GET' : hop.method, url, headers, body: becomesGet ? null : hop.body };
}
