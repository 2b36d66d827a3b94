import type { FastifyRequest } from 'fastify';
import { clientNetwork } from './client-network.ts';
import type { RequestFacts } from './route.ts';

/** @param about `publicUrl`: address that clients use, when it is not the one of the Host header */
export function requestFacts(
  request: FastifyRequest,
  about: { publicUrl: string | null } & Pick<RequestFacts, 'tokenId' | 'idempotencyKey'>,
): RequestFacts {
  const queryAt = request.url.indexOf('?');
  return {
    origin: about.publicUrl ?? `${request.protocol}://${request.host}`,
    path: queryAt === -1 ? request.url : request.url.slice(0, queryAt),
    queryString: queryAt === -1 ? '' : request.url.slice(queryAt + 1),
    accept: request.headers.accept ?? '',
    browserOrigin: request.headers.origin ?? null,
    remoteNetwork: clientNetwork(request.ip),
    tokenId: about.tokenId,
    idempotencyKey: about.idempotencyKey,
  };
}
