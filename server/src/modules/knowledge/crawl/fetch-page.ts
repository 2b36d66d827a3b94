import { STATUS_CODES } from 'node:http';
import type { Clock } from '../../../core/clock.ts';
import { EncodingEvidence } from '../../../core/text-encoding/encoding-evidence.ts';
import { legacyEncodingInThread } from '../../../core/text-encoding/legacy-encoding-thread.ts';
import { byteOrderMark } from '../../../core/text-encoding/unicode-encoding.ts';
import type { OutboundClient, OutboundResult } from '../../../http/outbound/outbound-request.ts';
import { userAgentHeader } from './agent.ts';
import type { HostThrottle } from './host-throttle.ts';
import { robotsDirectives } from './html-head.ts';
import { siteOf } from './page-url.ts';
import type { SiteRules } from './robots.ts';
import { isSitemap } from './sitemap.ts';

export type PageFetch =
  | { kind: 'html' | 'text'; url: string; text: string; noindex: boolean; nofollow: boolean }
  | { kind: 'sitemap'; url: string; body: Buffer }
  | Unread;

interface Unread {
  kind: 'none';
  /** Shown to the user. */
  reason: string;
  /** The site was down or busy, so a retry may succeed. */
  isTemporary: boolean;
}

/** Settings that all fetches of a crawl share. */
export interface PageSource {
  client: OutboundClient;
  clock: Clock;
  signal: AbortSignal;
  throttle: HostThrottle;
  rulesOf(origin: string): Promise<SiteRules>;
  /** Minimum time between two requests to one host; robots.txt may require more. */
  gapMs: number;
  maxPageBytes: number;
  /** Responses longer than `maxPageBytes` fail (default) or are truncated. */
  overflow?: 'fail' | 'truncate';
}

type Response = Extract<OutboundResult, { kind: 'response' }>;

const pageTimeoutMs = 20_000;
const maxRedirects = 10;
const retryDelayMs = 1_000;
const maxRetryDelayMs = 30_000;
/** Maximum requests while the site answers 429, or 503 with `Retry-After`. */
const maxTriesWhenBusy = 4;
const maxTries = 2;

/**
 * Fetches a page. Checks robots.txt before each redirect.
 * @param site redirects must stay on this site (see `siteOf`); null allows any site
 */
export async function fetchPage(url: string, site: string | null, source: PageSource): Promise<PageFetch> {
  const fetched = await fetchAnswer(url, site, source);
  return fetched.kind === 'none' ? fetched : await pageOf(fetched.answer, fetched.url);
}

/** The final response after redirects, with any status and type; see `fetchPage`. */
export async function fetchAnswer(
  url: string,
  site: string | null,
  source: PageSource,
): Promise<{ kind: 'answer'; answer: Response; url: URL } | Unread> {
  const visited = new Set<string>();
  let current = new URL(url);
  while (visited.size <= maxRedirects) {
    if (visited.has(current.href)) return none('The page redirects in a loop.');
    visited.add(current.href);
    const answer = await requestPolitely(current, source);
    if ('reason' in answer) return none(answer.reason, answer.isTemporary);
    const target = redirectTarget(answer, current);
    if (target === null) return { kind: 'answer', answer, url: current };
    if (!/^https?:$/.test(target.protocol))
      return none('The page redirects to an address that is not a web page.');
    if (site !== null && siteOf(target) !== site)
      return none(`The page redirects to another site (${target.host}).`);
    target.hash = '';
    current = target;
  }
  return none(`The page redirects more than ${maxRedirects} times.`);
}

function none(reason: string, isTemporary = false): Unread {
  return { kind: 'none', reason, isTemporary };
}

async function requestPolitely(
  url: URL,
  source: PageSource,
): Promise<Response | Pick<Unread, 'reason' | 'isTemporary'>> {
  const rules = await source.rulesOf(url.origin);
  const refusal = rules.refusal(url.href);
  if (refusal !== null) return { reason: refusal, isTemporary: rules.isUnknown };
  const gapMs = Math.max(source.gapMs, rules.crawlDelayMs ?? 0);
  let answer = await requestOnce(url, gapMs, source);
  for (let tries = 1; tries < triesAfter(answer); tries += 1) {
    source.throttle.pause(url.host, retryAfterMs(answer, { tries, now: source.clock.now() }));
    answer = await requestOnce(url, gapMs, source);
  }
  if (answer.kind === 'response') return answer;
  const isTemporary = answer.kind === 'timeout' || answer.kind === 'unreachable';
  return { reason: transportReason(answer, source.maxPageBytes), isTemporary };
}

async function requestOnce(url: URL, gapMs: number, source: PageSource): Promise<OutboundResult> {
  await source.throttle.wait(url.host, gapMs, source.signal);
  return source.client.request({
    method: 'GET',
    url: url.href,
    headers: {
      'user-agent': userAgentHeader,
      accept: 'text/html,application/xhtml+xml,text/markdown;q=0.9,text/plain;q=0.8,*/*;q=0.1',
    },
    timeoutMs: pageTimeoutMs,
    maxResponseBytes: source.maxPageBytes,
    overflow: source.overflow,
    signal: source.signal,
  });
}

/** Maximum number of requests for a page, given its last response. */
function triesAfter(answer: OutboundResult): number {
  if (answer.kind !== 'response')
    return answer.kind === 'timeout' || answer.kind === 'unreachable' ? maxTries : 1;
  const isBusy =
    answer.status === 429 || (answer.status === 503 && answer.headers['retry-after'] !== undefined);
  if (isBusy) return maxTriesWhenBusy;
  return answer.status >= 500 ? maxTries : 1;
}

/** Time from `Retry-After` in seconds or as a date (RFC 9110, 10.2.3); exponential backoff without one. */
function retryAfterMs(answer: OutboundResult, { tries, now }: { tries: number; now: Date }): number {
  const header = answer.kind === 'response' ? (answer.headers['retry-after'] ?? '') : '';
  const askedMs = /^\d{1,6}$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  const delayMs = Number.isNaN(askedMs) ? retryDelayMs * 2 ** (tries - 1) : askedMs;
  return Math.min(Math.max(delayMs, retryDelayMs), maxRetryDelayMs);
}

function transportReason(
  answer: Exclude<OutboundResult, { kind: 'response' }>,
  maxPageBytes: number,
): string {
  switch (answer.kind) {
    case 'refused':
    case 'unreachable':
      return answer.reason;
    case 'timeout':
      return `The site did not answer within ${pageTimeoutMs / 1_000} seconds.`;
    case 'too-large':
      return `The page is larger than ${Math.floor(maxPageBytes / 1_048_576)} MB.`;
    case 'too-many-redirects':
      return `The page redirects more than ${maxRedirects} times.`;
  }
}

function redirectTarget(answer: Response, from: URL): URL | null {
  const location = answer.headers['location'];
  if (answer.status < 300 || answer.status >= 400 || location === undefined) return null;
  return URL.parse(location, from.href);
}

async function pageOf(answer: Response, url: URL): Promise<PageFetch> {
  const failure = statusFailure(answer.status);
  if (failure !== null) return failure;
  const contentType = answer.headers['content-type'] ?? '';
  if (isSitemap(answer.body)) return { kind: 'sitemap', url: url.href, body: answer.body };
  const type = contentType.split(';')[0]?.trim().toLowerCase() || sniffedType(answer.body);
  const kind = readableTypes[type];
  if (kind === undefined) return none(typeReason(type));
  const directives = robotsDirectives(answer.headers['x-robots-tag'] ?? '');
  return { kind, url: url.href, text: await decodeText(answer.body, contentType), ...directives };
}

const readableTypes: Readonly<Record<string, 'html' | 'text'>> = {
  'text/html': 'html',
  'application/xhtml+xml': 'html',
  'text/plain': 'text',
  'text/markdown': 'text',
  'text/x-markdown': 'text',
};

/** Guesses the type if there is no `Content-Type`. */
function sniffedType(body: Buffer): string {
  const start = body.subarray(0, 1_024);
  if (start.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf';
  if (start.includes(0)) return 'application/octet-stream';
  return /^\s*<(?:!|html|head|body|meta|title|div|p|h1)/i.test(start.toString('latin1'))
    ? 'text/html'
    : 'text/plain';
}

function typeReason(type: string): string {
  if (type === 'application/pdf') return 'The link leads to a PDF; upload it as a PDF document instead.';
  if (type.includes('wordprocessingml'))
    return 'The link leads to a DOCX; upload it as a DOCX document instead.';
  return `The link leads to a file of type ${type.slice(0, 100)}, not to a web page.`;
}

/** Null for 2xx statuses. */
export function statusFailure(status: number): Unread | null {
  if (status >= 200 && status < 300) return null;
  return none(statusReason(status), status >= 500 || status === 429);
}

function statusReason(status: number): string {
  if (status === 404 || status === 410) return `The page does not exist (${status}).`;
  if (status === 401 || status === 403) return `The site does not let us read the page (${status}).`;
  return `The site answered ${status}${STATUS_CODES[status] === undefined ? '' : ` (${STATUS_CODES[status]})`}.`;
}

/** Encoding declarations are searched in this many bytes (browsers use 1,024). */
const declarationBytes = 4_096;

/**
 * Decodes a page. The encoding comes from the byte order mark, `Content-Type` or the page's declaration (WHATWG
 * Encoding), in this order; else UTF-8 if valid, else detected.
 */
export async function decodeText(bytes: Uint8Array, contentType: string): Promise<string> {
  const label =
    byteOrderMark(bytes) ??
    decoderLabel(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1]) ??
    wideText(bytes) ??
    declaredLabel(bytes);
  return new TextDecoder(label ?? (await detectedLabel(bytes))).decode(bytes);
}

async function detectedLabel(bytes: Uint8Array): Promise<string> {
  const evidence = new EncodingEvidence();
  evidence.add(bytes);
  if (evidence.isUtf8()) return 'utf-8';
  const found = await legacyEncodingInThread(withoutTags(evidence.lines()));
  return found.kind === 'readable' ? found.encoding : 'windows-1252';
}

/**
 * Replaces tags by spaces. Safe before decoding: no candidate encoding uses `<` or `>` inside a multi-byte character.
 */
function withoutTags(bytes: Uint8Array): Uint8Array {
  return Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/<[^<>]*>/g, ' '),
    'latin1',
  );
}

/** Detects UTF-16 without a byte order mark by the first `<`. */
function wideText(bytes: Uint8Array): string | null {
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] === 0x3c ? 'utf-16be' : null;
}

function declaredLabel(bytes: Uint8Array): string | null {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, declarationBytes));
  const meta = /<meta\b[^>]{0,500}?charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(start);
  const xml = /^\s*<\?xml\b[^>]{0,200}?encoding\s*=\s*["']([^"']+)/i.exec(start);
  const label = decoderLabel(meta?.[1] ?? xml?.[1]);
  // A declaration that can be read as ASCII is not in UTF-16.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

/** The encoding's standard name; null if unknown. */
function decoderLabel(label: string | undefined): string | null {
  if (label === undefined) return null;
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}
