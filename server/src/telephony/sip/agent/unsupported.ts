import { type Header, headersOf, type SipRequest } from '../message/sip-message.ts';
import { splitList } from '../message/split-list.ts';

const SUPPORTED = new Set(['timer']);

/** What a request insists on that we do not do (RFC 3261 8.2.2.3), as the header of a 420; null: nothing. */
export function unsupportedOf(request: SipRequest): Header | null {
  const required = headersOf(request, 'require').flatMap((value) => splitList(value, ','));
  const unknown = required.filter((tag) => !SUPPORTED.has(tag.toLowerCase()));
  return unknown.length === 0 ? null : { name: 'unsupported', value: unknown.join(', ') };
}
