import type { Header } from '../message/sip-message.ts';

/**
 * WWW-Authenticate of a 401. Offers only MD5, because many phones fail if SHA-256 (RFC 8760) is offered too, and
 * neither protects against an eavesdropper. SHA-256 credentials are accepted.
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
