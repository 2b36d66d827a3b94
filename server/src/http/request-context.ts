import type { FastifyRequest } from 'fastify';
import type { Context, VisitorContext } from '../core/context.ts';

/** Who asks, for the verb: with the account where there is one. */
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
    // Read late: a signal is made only for the verbs that wait.
    get signal() {
      return request.signal;
    },
  };
}
