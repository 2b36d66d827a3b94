import { headersOf, type SipResponse } from '../message/sip-message.ts';
import { parseDigest } from './digest-fields.ts';
import { algorithmNamed, type DigestAlgorithm } from './digest-response.ts';

export interface Challenge {
  header: 'authorization' | 'proxy-authorization';
  realm: string;
  nonce: string;
  algorithm: DigestAlgorithm;
  opaque: string | null;
  hasQop: boolean;
  /** True if the credentials were valid, but the nonce has expired. */
  isStale: boolean;
}

/** The supported challenges of a 401 or 407, the first per realm (RFC 8760 2.4). */
export function readChallenges(response: SipResponse): Challenge[] {
  const challenges = [
    ...headersOf(response, 'www-authenticate').flatMap((value) => read(value, 'authorization')),
    ...headersOf(response, 'proxy-authenticate').flatMap((value) => read(value, 'proxy-authorization')),
  ];
  return challenges.filter(
    ({ header, realm }, index) =>
      challenges.findIndex((one) => one.header === header && one.realm === realm) === index,
  );
}

function read(value: string, header: Challenge['header']): Challenge[] {
  const fields = parseDigest(value);
  const nonce = fields?.get('nonce');
  const algorithm = algorithmNamed(fields?.get('algorithm'));
  if (fields === null || nonce === undefined || algorithm === null) return [];
  const qualities =
    fields
      .get('qop')
      ?.toLowerCase()
      .split(/[\s,]+/) ?? null;
  // `auth-int` alone is not supported.
  if (qualities !== null && !qualities.includes('auth')) return [];
  return [
    {
      header,
      realm: fields.get('realm') ?? '',
      nonce,
      algorithm,
      opaque: fields.get('opaque') ?? null,
      hasQop: qualities !== null,
      isStale: fields.get('stale')?.toLowerCase() === 'true',
    },
  ];
}
