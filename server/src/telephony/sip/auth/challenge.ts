import { headersOf, type SipResponse } from '../message/sip-message.ts';
import { parseDigest } from './digest-fields.ts';
import { algorithmNamed, type DigestAlgorithm } from './digest-response.ts';

/** What a server or proxy wants to be proved. */
export interface Challenge {
  /** Which header the proof goes into. */
  header: 'authorization' | 'proxy-authorization';
  realm: string;
  nonce: string;
  algorithm: DigestAlgorithm;
  opaque: string | null;
  hasQuality: boolean;
  /** The proof was right, only its nonce too old. */
  isStale: boolean;
}

/** The challenges of a 401 or 407 that we can answer: of each realm the first, as RFC 8760 2.4 has it. */
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
  // Integrity of bodies alone is something that nobody speaks.
  if (qualities !== null && !qualities.includes('auth')) return [];
  return [
    {
      header,
      realm: fields.get('realm') ?? '',
      nonce,
      algorithm,
      opaque: fields.get('opaque') ?? null,
      hasQuality: qualities !== null,
      isStale: fields.get('stale')?.toLowerCase() === 'true',
    },
  ];
}
