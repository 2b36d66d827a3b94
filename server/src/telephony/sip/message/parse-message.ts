import { canonicalHeaderName } from './header-names.ts';
import type { Header, SipMessage } from './sip-message.ts';

const MAX_HEADERS = 256;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/**
 * Parses one message leniently: accepts bare line feeds, compact names and folded lines; ignores malformed header
 * lines.
 * @param bytes a datagram, or one message from a stream; without Content-Length the body extends to its end
 * @returns null if it is not a SIP message, or if the body is shorter than its Content-Length. Never throws
 */
export function parseMessage(bytes: Uint8Array): SipMessage | null {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = skipLineEnds(buffer);
  const { headEnd, bodyStart } = findBody(buffer, start);
  const lines = unfold(buffer.toString('utf8', start, headEnd));
  const startLine = readStartLine(lines[0] ?? '');
  if (startLine === null) return null;
  const headers = readHeaders(lines);
  if (headers === null) return null;
  const body = readBody(buffer.subarray(bodyStart), headers);
  return body === null ? null : { ...startLine, headers, body };
}

/** True if bytes are a keep-alive: only line endings (RFC 5626) or zeros. */
export function isKeepAlive(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === LINE_FEED || byte === CARRIAGE_RETURN || byte === 0);
}

function skipLineEnds(buffer: Buffer): number {
  let start = 0;
  while (buffer[start] === LINE_FEED || buffer[start] === CARRIAGE_RETURN) start += 1;
  return start;
}

/** Finds the empty line between headers and body, with or without carriage returns. */
export function findBody(buffer: Buffer, from: number): { headEnd: number; bodyStart: number } {
  for (let at = buffer.indexOf(LINE_FEED, from); at !== -1; at = buffer.indexOf(LINE_FEED, at + 1)) {
    if (buffer[at + 1] === LINE_FEED) return { headEnd: at, bodyStart: at + 2 };
    if (buffer[at + 1] === CARRIAGE_RETURN && buffer[at + 2] === LINE_FEED) {
      return { headEnd: at, bodyStart: at + 3 };
    }
  }
  return { headEnd: buffer.length, bodyStart: buffer.length };
}

function unfold(head: string): string[] {
  return head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
}

type StartLine =
  | { kind: 'request'; method: string; uri: string }
  | { kind: 'response'; status: number; reason: string };

const REQUEST = /^([A-Za-z0-9.!%*_+`'~-]{1,64}) +(\S{1,2048}) +SIP\/2\.0$/i;
const RESPONSE = /^SIP\/2\.0 +([1-6]\d\d)(?: +(.*))?$/i;

function readStartLine(line: string): StartLine | null {
  const trimmed = line.trimEnd();
  const [, status, reason] = RESPONSE.exec(trimmed) ?? [];
  if (status !== undefined) return { kind: 'response', status: Number(status), reason: reason ?? '' };
  const [, method, uri] = REQUEST.exec(trimmed) ?? [];
  return method === undefined || uri === undefined ? null : { kind: 'request', method, uri };
}

function readHeaders(lines: readonly string[]): Header[] | null {
  if (lines.length > MAX_HEADERS) return null;
  const headers: Header[] = [];
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    headers.push({
      name: canonicalHeaderName(line.slice(0, colon).trim()),
      value: line.slice(colon + 1).trim(),
    });
  }
  return headers;
}

function readBody(rest: Buffer, headers: readonly Header[]): string | null {
  const declared = headers.find(({ name }) => name === 'content-length')?.value;
  if (declared === undefined || !/^\d+$/.test(declared)) return rest.toString('utf8');
  const length = Number(declared);
  return length > rest.length ? null : rest.toString('utf8', 0, length);
}
