import type { FastifyRequest } from 'fastify';
import { clientNetwork } from './client-network.ts';
import { isCrossOrigin } from './cross-origin.ts';
import type { Caller, Identity } from './find-caller.ts';
import { keyOfCaller, scopedKey } from './idempotency.ts';
import type { RequestFacts } from './route.ts';
import { csrfTokenOf } from './session-cookie.ts';

interface About {
  /** Public origin, if it differs from the Host header. */
  publicUrl: string | null;
  caller: Identity | null;
  /** Caller of a public route with `takesCredential`. */
  guest: Identity | null;
}

/** Facts known before the body is read. */
export type EarlyFacts = Omit<RequestFacts, 'namedRequest' | 'csrfToken'>;

export function earlyFacts(request: FastifyRequest, { publicUrl, caller, guest }: About): EarlyFacts {
  const queryAt = request.url.indexOf('?');
  const path = queryAt === -1 ? request.url : request.url.slice(0, queryAt);
  return {
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    path,
    queryString: queryAt === -1 ? '' : request.url.slice(queryAt + 1),
    accept: request.headers.accept ?? '',
    lastEventId: request.headers['last-event-id']?.toString() ?? null,
    browserOrigin: request.headers.origin ?? null,
    isCrossOrigin: isCrossOrigin(request, publicUrl),
    remoteNetwork: clientNetwork(request.ip),
    tokenId: caller?.tokenId ?? null,
    accountId: guest?.userId ?? null,
    guest: guest?.person == null ? null : { personId: guest.person.id, tokenId: guest.tokenId },
  };
}

/** @param named the client's `Idempotency-Key` and a hash of its request; null without a key */
export function requestFacts(
  facts: EarlyFacts,
  { named, caller }: { named: { key: string; fingerprint: Buffer } | null; caller: Caller | null },
): RequestFacts {
  const scope = caller === null ? facts.path : `account ${caller.userId}`;
  const key = caller === null || named === null ? named?.key : keyOfCaller(caller, named.key);
  const namedRequest =
    named === null || key === undefined
      ? null
      : { key: scopedKey(scope, key), hash: named.fingerprint.toString('hex') };
  return {
    ...facts,
    namedRequest,
    // Lazy, because few verbs need it.
    get csrfToken() {
      return caller === null ? null : csrfTokenOf(caller.token);
    },
  };
}
