import type { FastifyRequest } from 'fastify';
import { clientNetwork } from './client-network.ts';
import { scopedKey } from './idempotency.ts';
import type { RequestFacts } from './route.ts';

interface About {
  /** Address that clients use, when it is not the one of the Host header. */
  publicUrl: string | null;
  tokenId: number | null;
  /** The client's `Idempotency-Key`, where the route honours it. */
  key: string | string[] | undefined;
}

export function requestFacts(request: FastifyRequest, { publicUrl, tokenId, key }: About): RequestFacts {
  const queryAt = request.url.indexOf('?');
  const path = queryAt === -1 ? request.url : request.url.slice(0, queryAt);
  return {
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    path,
    queryString: queryAt === -1 ? '' : request.url.slice(queryAt + 1),
    accept: request.headers.accept ?? '',
    browserOrigin: request.headers.origin ?? null,
    remoteNetwork: clientNetwork(request.ip),
    tokenId,
    idempotencyKey: typeof key !== 'string' || key === '' ? null : scopedKey(tokenId ?? path, key),
  };
}
