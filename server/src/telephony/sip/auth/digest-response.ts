import { createHash } from 'node:crypto';

export type DigestAlgorithm = 'MD5' | 'SHA-256';

export interface DigestInput {
  algorithm: DigestAlgorithm;
  username: string;
  realm: string;
  password: string;
  nonce: string;
  method: string;
  uri: string;
  /** qop=auth; null for the older form without nonce count (RFC 2069). */
  quality: { nonceCount: string; clientNonce: string } | null;
}

/** The digest response (RFC 7616 3.4.1, RFC 8760), hexadecimal. */
export function digestResponse(input: DigestInput): string {
  const hash = (text: string): string =>
    createHash(input.algorithm === 'MD5' ? 'md5' : 'sha256')
      .update(text)
      .digest('hex');
  const secret = hash(`${input.username}:${input.realm}:${input.password}`);
  const request = hash(`${input.method}:${input.uri}`);
  if (input.quality === null) return hash(`${secret}:${input.nonce}:${request}`);
  const { nonceCount, clientNonce } = input.quality;
  return hash(`${secret}:${input.nonce}:${nonceCount}:${clientNonce}:auth:${request}`);
}

/** Defaults to MD5; null if unsupported. */
export function algorithmNamed(name: string | undefined): DigestAlgorithm | null {
  const upper = name?.toUpperCase() ?? 'MD5';
  return upper === 'MD5' || upper === 'SHA-256' ? upper : null;
}
