import type { Header } from '../message/sip-message.ts';

/**
 * The headers of a 401. MD5 stands first although RFC 8760 wants the stronger one there: older telephones look at the
 * first alone, and give up where it is SHA-256.
 */
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
  return ['MD5', 'SHA-256'].map((algorithm) => ({
    name: 'www-authenticate',
    value: `Digest ${fields}, algorithm=${algorithm}`,
  }));
}
