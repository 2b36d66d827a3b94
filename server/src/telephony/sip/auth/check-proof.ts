import { timingSafeEqual } from 'node:crypto';
import { headersOf, type SipRequest } from '../message/sip-message.ts';
import { parseUri } from '../message/uri.ts';
import { parseDigest } from './digest-fields.ts';
import { algorithmNamed, type DigestAlgorithm, digestResponse } from './digest-response.ts';
import type { Nonces } from './nonces.ts';

/** What a caller says to prove who they are; not checked yet. */
export interface Proof {
  username: string;
  realm: string;
  nonce: string;
  uri: string;
  response: string;
  algorithm: DigestAlgorithm;
  quality: { nonceCount: string; clientNonce: string } | null;
}

/** More lines are not read. */
const MAX_PROOFS = 8;

/**
 * The proof for a realm in a request's Authorization, else that for another; null: none that could be checked. Whoever proves
 * itself to several servers at once says for each line which realm it is for. Never throws.
 */
export function readProof(request: SipRequest, realm: string): Proof | null {
  const lines = headersOf(request, 'authorization').slice(0, MAX_PROOFS);
  const proofs = lines.map(proofIn).filter((proof) => proof !== null);
  return proofs.find((proof) => proof.realm === realm) ?? proofs[0] ?? null;
}

function proofIn(text: string): Proof | null {
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

/** Whether a proof was made with that password for that request. */
export function isRightProof(proof: Proof, password: string, request: SipRequest): boolean {
  // Without a count the same proof could be used again and again.
  if (proof.quality === null || !namesTheSame(proof.uri, request.uri)) return false;
  const expected = digestResponse({ ...proof, password, method: request.method });
  // The response is hexadecimal, so that equal lengths are equal numbers of bytes.
  return (
    expected.length === proof.response.length &&
    timingSafeEqual(Buffer.from(expected), Buffer.from(proof.response))
  );
}

/** Counts a right proof; false: it was used before. */
export function useProof({ nonce, quality }: Proof, nonces: Nonces): boolean {
  return quality !== null && nonces.use(nonce, Number.parseInt(quality.nonceCount, 16));
}

/** Proxies may change the host on the way, not who is called; some telephones sign the server alone. */
function namesTheSame(proved: string, asked: string): boolean {
  if (proved === asked) return true;
  const one = parseUri(proved);
  return one !== null && (one.user === null || one.user === (parseUri(asked)?.user ?? null));
}
