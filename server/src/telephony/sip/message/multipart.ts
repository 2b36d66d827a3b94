import { readParameters } from './parameters.ts';
import { type Header, headerOf, type SipMessage } from './sip-message.ts';

const SDP = /^content-type[ \t]*:[ \t]*application\/sdp[ \t]*(?:;|$)/i;
const MAX_PARTS = 16;
const MAX_PART_HEAD_CHARACTERS = 4096;
/** RFC 2046 5.1.1. */
const MAX_BOUNDARY_CHARACTERS = 70;

/**
 * Replaces a multipart body (RFC 5621) by its SDP part; some carriers add ISUP or location parts. A multipart body
 * without SDP stays unchanged. Never throws.
 */
export function unwrapMultipart(message: SipMessage): SipMessage {
  const type = headerOf(message, 'content-type') ?? '';
  if (!/^multipart\//i.test(type)) return message;
  const description = descriptionIn(message.body, readParameters(type).get('boundary') ?? '');
  if (description === null) return message;
  const body = Buffer.byteLength(description);
  const headers = message.headers.map((header): Header => {
    if (header.name === 'content-type') return { ...header, value: 'application/sdp' };
    return header.name === 'content-length' ? { ...header, value: String(body) } : header;
  });
  return { ...message, headers, body: description };
}

/** The first SDP part; null if missing. */
function descriptionIn(body: string, boundary: string): string | null {
  if (boundary === '' || boundary.length > MAX_BOUNDARY_CHARACTERS) return null;
  // Ignore the preamble (RFC 2046 5.1.1).
  const [, ...parts] = `\n${body}`.split(`\n--${boundary}`, MAX_PARTS + 1);
  for (const part of parts) {
    // `--` after the boundary ends the body.
    if (part.startsWith('--')) return null;
    const content = descriptionOf(part);
    if (content !== null) return content;
  }
  return null;
}

/** @param part text after its boundary */
function descriptionOf(part: string): string | null {
  const empty = /\r?\n\r?\n/.exec(part);
  if (empty === null || empty.index > MAX_PART_HEAD_CHARACTERS) return null;
  const [rest = '', ...lines] = part
    .slice(0, empty.index)
    .replace(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  // A longer boundary that starts with ours.
  if (rest.trim() !== '') return null;
  if (!lines.some((line) => SDP.test(line))) return null;
  return `${part.slice(empty.index + empty[0].length).trimEnd()}\r\n`;
}
