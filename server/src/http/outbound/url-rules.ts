import { isIP } from 'node:net';
import { type AddressRange, addressRefusal } from './address-rules.ts';

/** Host names that have the same address everywhere. */
const fixedHosts: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'ip6-localhost': ['::1'],
  'ip6-loopback': ['::1'],
  'metadata.google.internal': ['169.254.169.254'],
  'metadata.goog': ['169.254.169.254'],
  'instance-data.ec2.internal': ['169.254.169.254'],
};

type UrlRefusal =
  | { kind: 'malformed' }
  | { kind: 'scheme' }
  | { kind: 'credentials' }
  | { kind: 'address'; range: string };

/** Validates a URL. Host names are checked again when connecting, after DNS. */
export function checkUrl(text: string, allowPrivate: readonly AddressRange[]): URL | UrlRefusal {
  // The URL parser would silently drop or convert these characters.
  if (/[\s\\\p{Cc}]/u.test(text)) return { kind: 'malformed' };
  const url = URL.parse(text);
  if (url === null) return { kind: 'malformed' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { kind: 'scheme' };
  if (!/^https?:\/\/[^/?#]/i.test(text) || !isPossibleHost(url)) return { kind: 'malformed' };
  if (url.username !== '' || url.password !== '') return { kind: 'credentials' };
  const range = hostRefusal(url, allowPrivate);
  return range === null ? url : { kind: 'address', range };
}

/** The refusal as a sentence for logs, documents and delivery attempts. */
export function refusalReason(refusal: UrlRefusal): string {
  switch (refusal.kind) {
    case 'malformed':
      return 'The address is not a valid URL.';
    case 'scheme':
      return 'Only http and https URLs are allowed.';
    case 'credentials':
      return 'URLs with a user name or password are not allowed.';
    case 'address':
      return `The address is not public (${refusal.range}).`;
  }
}

/** `refusalReason` for the literal address of a URL; null if its host name has to be resolved first. */
export function addressProblem(text: string, allowPrivate: readonly AddressRange[]): string | null {
  const url = URL.parse(text);
  const range = url === null ? null : hostRefusal(url, allowPrivate);
  return range === null ? null : refusalReason({ kind: 'address', range });
}

/** Host without IPv6 brackets and trailing dot. */
function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

function isPossibleHost(url: URL): boolean {
  const host = bareHost(url);
  const labels = host.split('.');
  return (
    host.length <= 253 && labels.every((label) => label !== '' && label.length <= 63) && url.port !== '0'
  );
}

function hostRefusal(url: URL, allowPrivate: readonly AddressRange[]): string | null {
  const host = bareHost(url);
  if (isIP(host) !== 0) return addressRefusal(host, allowPrivate);
  const fixed = host.endsWith('.localhost') ? fixedHosts['localhost'] : fixedHosts[host];
  const refusals = (fixed ?? []).map((address) => addressRefusal(address, allowPrivate));
  return refusals.length > 0 && refusals.every((refusal) => refusal !== null) ? (refusals[0] ?? null) : null;
}
