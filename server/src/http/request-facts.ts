import type { FastifyRequest } from 'fastify';
import type { RequestFacts } from './route.ts';

/** @param publicUrl address that clients use, when it is not the one of the Host header */
export function requestFacts(
  request: FastifyRequest,
  { publicUrl, tokenId }: { publicUrl: string | null; tokenId: number | null },
): RequestFacts {
  const queryAt = request.url.indexOf('?');
  return {
    origin: publicUrl ?? `${request.protocol}://${request.host}`,
    path: queryAt === -1 ? request.url : request.url.slice(0, queryAt),
    queryString: queryAt === -1 ? '' : request.url.slice(queryAt + 1),
    accept: request.headers.accept ?? '',
    browserOrigin: request.headers.origin ?? null,
    remoteAddress: request.ip,
    tokenId,
  };
}
