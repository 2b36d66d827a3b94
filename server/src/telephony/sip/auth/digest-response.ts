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
  /** Null: the older form of RFC 2069, which counts nothing. */
  quality: { nonceCount: string; clientNonce: string } | null;
}

/** The proof that whoever asks knows the password (RFC 8760, RFC 7616 3.4.1), in hexadecimal. */
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

/** Missing means MD5; null: one that we do not speak. */
export function algorithmNamed(name: string | undefined): DigestAlgorithm | null {
  const upper = name?.toUpperCase() ?? 'MD5';
  return upper === 'MD5' || upper === 'SHA-256' ? upper : null;
}
