import type { Header } from '../message/sip-message.ts';

/**
 * The header of a 401. MD5 alone: many telephones give up when SHA-256 stands beside it, wherever (RFC 8760 came late), and
 * whoever listens on the way can take the call over with either. A proof by SHA-256 is taken as well.
 */
export function challengeHeader({
  realm,
  nonce,
  isStale,
}: {
  realm: string;
  nonce: string;
  isStale: boolean;
}): Header {
  const stale = isStale ? ', stale=true' : '';
  const value = `Digest realm="${realm}", nonce="${nonce}", qop="auth", algorithm=MD5${stale}`;
  return { name: 'www-authenticate', value };
}
