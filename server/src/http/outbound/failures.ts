import { errors } from 'undici';
import { AddressRefusedError } from './guarded-connect.ts';
import type { OutboundResult } from './outbound-request.ts';

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The host name could not be resolved.',
  EAI_FAIL: 'The host name could not be resolved.',
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the response was complete.',
  EPIPE: 'The connection was closed before the response was complete.',
  UND_ERR_SOCKET: 'The connection was closed before the response was complete.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'The connection was closed before the response was complete.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  EADDRNOTAVAIL: 'The host cannot be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The response has too many headers.',
  EPROTO: 'No secure connection could be made.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not trusted.',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'The certificate is not trusted.',
};

type Failure = Extract<OutboundResult, { kind: 'refused' | 'timeout' | 'unreachable' }>;

/** Describes a failed request for the customer, without addresses, stack traces or details of the target network. */
export function describeFailure(error: unknown): Failure {
  const chain = [...causes(error)];
  const refused = chain.find((cause) => cause instanceof AddressRefusedError);
  if (refused !== undefined) return { kind: 'refused', reason: refused.message };
  if (chain.some((cause) => cause instanceof errors.InvalidArgumentError)) {
    return { kind: 'refused', reason: 'The request has a header that HTTP does not allow.' };
  }
  const codes = chain.map(codeOf);
  if (codes.some((code) => /TIMEDOUT|_TIMEOUT$/.test(code))) return { kind: 'timeout' };
  const known = codes.find((code) => code in reasons);
  if (known !== undefined) return { kind: 'unreachable', reason: reasons[known] ?? '' };
  if (chain.some((cause) => cause instanceof errors.HTTPParserError)) {
    return { kind: 'unreachable', reason: 'The response is not valid HTTP.' };
  }
  if (codes.some((code) => /SSL|TLS|CERT/.test(code))) {
    return { kind: 'unreachable', reason: 'No secure connection could be made.' };
  }
  return { kind: 'unreachable', reason: 'The host could not be reached.' };
}

function* causes(error: unknown): Generator<Error> {
  if (!(error instanceof Error)) return;
  yield error;
  yield* causes(error.cause);
  if (error instanceof AggregateError) for (const inner of error.errors) yield* causes(inner);
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
