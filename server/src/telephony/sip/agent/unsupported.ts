import { type Header, headersOf, type SipRequest } from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';

const SUPPORTED = new Set(['timer', 'replaces']);

/** The Unsupported header of a 420 for required extensions (RFC 3261 8.2.2.3); null if all are supported. */
export function unsupportedOf(request: SipRequest): Header | null {
  const required = headersOf(request, 'require').flatMap((value) => splitList(value, ','));
  const unknown = required.filter((tag) => !SUPPORTED.has(tag.toLowerCase()));
  return unknown.length === 0 ? null : { name: 'unsupported', value: unknown.join(', ') };
}
