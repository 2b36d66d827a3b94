import type { FastifyRequest } from 'fastify';
import type { Context, VisitorContext } from '../core/context.ts';

/** The context of a verb: account or visitor. */
export function contextOf(
  request: FastifyRequest,
  identity: { userId: number; tokenId: number } | null,
): Context | VisitorContext {
  const requestId = request.id;
  if (identity === null) {
    return {
      actor: { kind: 'visitor' },
      requestId,
      get signal() {
        return request.signal;
      },
    };
  }
  return {
    userId: identity.userId,
    actor: { kind: 'account', tokenId: identity.tokenId },
    requestId,
    // Lazy, because most verbs need no signal.
    get signal() {
      return request.signal;
    },
  };
}
