import type { Header } from '../message/sip-message.ts';

/** The headers of a 401: SHA-256 preferred, MD5 for those who know nothing else (RFC 8760). */
export function challengeHeaders({
  realm,
  nonce,
  isStale,
}: {
  realm: string;
  nonce: string;
  isStale: boolean;
}): Header[] {
  const fields = `realm="${realm}", nonce="${nonce}", qop="auth"${isStale ? ', stale=true' : ''}`;
  return ['SHA-256', 'MD5'].map((algorithm) => ({
    name: 'www-authenticate',
    value: `Digest ${fields}, algorithm=${algorithm}`,
  }));
}
