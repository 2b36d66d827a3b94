import type { FastifyRequest } from 'fastify';
import { isAskedFromElsewhere } from './asking-page.ts';
import { clientNetwork } from './client-network.ts';
import { scopedKey } from './idempotency.ts';
import type { RequestFacts } from './route.ts';
import { csrfTokenOf } from './session-cookie.ts';

interface About {
  /** Address that clients use, when it is not the one of the Host header. */
  publicUrl: string | null;
  tokenId: number | null;
  accountId: number | null;
}

/** What is known before the body is read. */
export type EarlyFacts = Omit<RequestFacts, 'namedRequest' | 'csrfToken'>;

export function earlyFacts(request: FastifyRequest, { publicUrl, tokenId, accountId }: About): EarlyFacts {
  const queryAt = request.url.indexOf('?');
  const path = queryAt === -1 ? request.url : request.url.slice(0, queryAt);
  return {
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    path,
    queryString: queryAt === -1 ? '' : request.url.slice(queryAt + 1),
    accept: request.headers.accept ?? '',
    browserOrigin: request.headers.origin ?? null,
    isAskedFromElsewhere: isAskedFromElsewhere(request, publicUrl),
    remoteNetwork: clientNetwork(request.ip),
    tokenId,
    accountId,
  };
}

/**
 * @param named the client's `Idempotency-Key`, and what its request is; null: it has none
 * @param token the caller's; null: there is none
 */
export function requestFacts(
  facts: EarlyFacts,
  { named, token }: { named: { key: string; fingerprint: Buffer } | null; token: string | null },
): RequestFacts {
  const { tokenId, path } = facts;
  const namedRequest =
    named === null
      ? null
      : { key: scopedKey(tokenId ?? path, named.key), hash: named.fingerprint.toString('hex') };
  return {
    ...{ ...facts, namedRequest },
    // Read late: hardly any verb wants it.
    get csrfToken() {
      return token === null ? null : csrfTokenOf(token);
    },
  };
}
