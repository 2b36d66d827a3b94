import type { Envelope } from '../message/envelope.ts';
import { parseNameAddresses } from '../message/name-address.ts';
import { headerOf, headersOf, type SipRequest } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';

/** Caller identity: P-Asserted-Identity (RFC 3325), else From. Null if withheld. */
export function callerOf(request: SipRequest, { from }: Envelope): string | null {
  const privacy = (headerOf(request, 'privacy') ?? '').toLowerCase().split(/[;,\s]+/);
  if (privacy.includes('id') || privacy.includes('user')) return null;
  const asserted = parseNameAddresses(headersOf(request, 'p-asserted-identity'));
  for (const { uri } of [...asserted, from]) {
    const parsed = parseUri(uri);
    const user = parsed?.user ?? '';
    if (user === '' || /^(?:anonymous|unknown|restricted|unavailable)$/i.test(user)) continue;
    if (parsed?.host !== 'anonymous.invalid') return user;
  }
  return null;
}
