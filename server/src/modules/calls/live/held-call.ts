import { z } from 'zod';
import { AppError, notFound } from '../../../core/errors.ts';
import { openToken, sealToken } from '../../../core/sealed-token.ts';
import type { LiveCall } from './live-calls.ts';
import type { LiveCallDependencies } from './live-dependencies.ts';
import { findFollowed } from './live-store.ts';

/** Path relative to `/api` at which other processes reach a call of this one; the purpose and a token follow. */
export const HELD_CALL_PATH = '/calls/held';

export const MAX_TOKEN_CHARACTERS = 1_000;

/** Purpose of another process's request. */
export type Purpose = 'events' | 'command' | 'listen' | 'take-over';

/**
 * Id of the process that holds an answered call. Throws `not-found`, and `conflict` for a call that has ended or is not
 * answered.
 */
export async function findHolder(
  { database }: LiveCallDependencies,
  about: { userId: number; callId: number },
): Promise<string> {
  const call = await findFollowed(database, about);
  if (call === null) throw notFound('Call');
  if (call.endedAt !== null) throw hasEnded();
  if (call.answeredAt === null || call.processId === null) {
    throw new AppError('conflict', 'The call has not been answered yet.');
  }
  return call.processId;
}

export function hasEnded(): AppError {
  return new AppError('conflict', 'The call has ended.');
}

export function isUnreachable(): AppError {
  return new AppError('unavailable', 'The process that handles this call cannot be reached.', {
    retryAfterSeconds: 1,
  });
}

const content = z.object({ callId: z.int(), purpose: z.string(), after: z.int() });

const TOKEN_OF = 'call of another process';

/** The path that gives this process access to a call of another one, for a minute. */
export function heldCallPath(
  dependencies: LiveCallDependencies,
  about: { callId: number; purpose: Purpose; after?: number },
): string {
  const { callId, purpose, after = 0 } = about;
  const { token } = sealToken(dependencies, TOKEN_OF, { callId, purpose, after });
  return `/api${HELD_CALL_PATH}/${purpose}/${token}`;
}

/** The call of this process that a token names. Throws `not-found` for an invalid token or an ended call. */
export function redeemHeldCall(
  dependencies: LiveCallDependencies,
  purpose: Purpose,
  token: string,
): { call: LiveCall; after: number } {
  const named = content.safeParse(openToken(dependencies, TOKEN_OF, token));
  const call = named.success ? dependencies.live.of(named.data.callId) : null;
  if (!named.success || call === null || named.data.purpose !== purpose) throw notFound('Call');
  return { call, after: named.data.after };
}
