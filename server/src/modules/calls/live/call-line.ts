import type { WebSocket } from 'ws';
import { AppError } from '../../../core/errors.ts';
import type { SupervisedCall } from '../../../voice/supervised-call.ts';
import {
  findHolder,
  hasEnded,
  heldCallPath,
  isUnreachable,
  type Purpose,
  redeemHeldCall,
} from './held-call.ts';
import type { LiveCall } from './live-calls.ts';
import type { LiveCallDependencies } from './live-dependencies.ts';

/** An audio connection to a call of this process, or to the process that holds the call. */
export type CallLine =
  | { kind: 'here'; call: LiveCall; session: SupervisedCall }
  /** Paused, so that no message is lost before it is read. */
  | { kind: 'elsewhere'; holder: WebSocket };

const MAX_LISTENERS = 10;

/**
 * Opens a line to an answered call. Throws `not-found`, `conflict` for a call that is not running, `rate-limited` if it
 * has too many listeners, and `unavailable` if its process cannot be reached.
 */
export async function openCallLine(
  dependencies: LiveCallDependencies,
  purpose: Extract<Purpose, 'listen' | 'take-over'>,
  { userId, callId }: { userId: number; callId: number },
): Promise<CallLine> {
  const { processId, live, processes } = dependencies;
  const holder = await findHolder(dependencies, { userId, callId });
  if (holder === processId) return lineTo(live.of(callId), purpose);
  const origin = await processes.of(holder);
  const path = heldCallPath(dependencies, { callId, purpose });
  const opened = origin === null ? null : await processes.openAt(origin, path);
  if (opened === 409) throw isElsewhere();
  if (opened === 429) throw hasTooMany();
  if (opened === null || opened === 404) throw isUnreachable();
  return { kind: 'elsewhere', holder: opened };
}

/** Opens a line that another process requested. Throws as `openCallLine`. */
export function redeemCallLine(
  dependencies: LiveCallDependencies,
  purpose: Extract<Purpose, 'listen' | 'take-over'>,
  token: string,
): CallLine {
  return lineTo(redeemHeldCall(dependencies, purpose, token).call, purpose);
}

function lineTo(call: LiveCall | null, purpose: Purpose): CallLine {
  if (call?.session == null) throw hasEnded();
  const { session } = call;
  if (purpose === 'take-over') {
    if (session.canBeTakenOver) return { kind: 'here', call, session };
    throw isElsewhere();
  }
  if (call.listeners >= MAX_LISTENERS) throw hasTooMany();
  return { kind: 'here', call, session };
}

function isElsewhere(): AppError {
  const reason = 'the customer is not with the assistant';
  return new AppError('conflict', `The call cannot be taken over now: ${reason}.`);
}

function hasTooMany(): AppError {
  return new AppError('rate-limited', `At most ${MAX_LISTENERS} people can listen to a call.`, {
    retryAfterSeconds: 10,
  });
}
