import { timingSafeEqual } from 'node:crypto';
import { type Header, headersOf, type SipRequest } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import { parseDigest } from './digest-fields.ts';
import { algorithmNamed, type DigestAlgorithm, digestResponse } from './digest-response.ts';
import type { Nonces } from './nonces.ts';

/** Unverified digest credentials of a request. */
export interface DigestAuthorization {
  username: string;
  realm: string;
  nonce: string;
  uri: string;
  response: string;
  algorithm: DigestAlgorithm;
  quality: { nonceCount: string; clientNonce: string } | null;
}

const MAX_AUTHORIZATIONS = 8;

/**
 * The digest credentials for a realm, else the first ones for another realm; null if unreadable. Never throws.
 */
export function readAuthorization(request: SipRequest, realm: string): DigestAuthorization | null {
  const lines = headersOf(request, 'authorization').slice(0, MAX_AUTHORIZATIONS);
  const authorizations = lines.map(parseAuthorization).filter((authorization) => authorization !== null);
  return authorizations.find((one) => one.realm === realm) ?? authorizations[0] ?? null;
}

function parseAuthorization(text: string): DigestAuthorization | null {
  const fields = parseDigest(text);
  const algorithm = algorithmNamed(fields?.get('algorithm'));
  if (fields === null || algorithm === null) return null;
  const get = (name: string): string => fields.get(name) ?? '';
  const nonceCount = get('nc');
  const clientNonce = get('cnonce');
  const isComplete = /^[0-9a-f]{8}$/i.test(nonceCount) && clientNonce !== '';
  return {
    username: get('username'),
    realm: get('realm'),
    nonce: get('nonce'),
    uri: get('uri'),
    response: /^[0-9a-f]+$/i.test(get('response')) ? get('response').toLowerCase() : '',
    algorithm,
    quality: get('qop').toLowerCase() === 'auth' && isComplete ? { nonceCount, clientNonce } : null,
  };
}

/** True if the credentials match the password and the request. */
export function isValidAuthorization(
  authorization: DigestAuthorization,
  password: string,
  request: SipRequest,
): boolean {
  // Without a nonce count the credentials could be replayed.
  if (authorization.quality === null || !isSameUri(authorization.uri, request.uri)) return false;
  const expected = digestResponse({ ...authorization, password, method: request.method });
  // Both are hexadecimal: equal lengths are equal byte counts.
  return (
    expected.length === authorization.response.length &&
    timingSafeEqual(Buffer.from(expected), Buffer.from(authorization.response))
  );
}

/** Records the nonce count of valid credentials; false if replayed. */
export function useAuthorization({ nonce, quality }: DigestAuthorization, nonces: Nonces): boolean {
  return quality !== null && nonces.use(nonce, Number.parseInt(quality.nonceCount, 16));
}

/** Compares only the user part: proxies may change the host, and some phones omit the user. */
function isSameUri(signed: string, requested: string): boolean {
  if (signed === requested) return true;
  const one = parseUri(signed);
  return one !== null && (one.user === null || one.user === (parseUri(requested)?.user ?? null));
}

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
