import type { CallOutcome } from '../call-event.ts';
import type { LegEnd } from '../legs/media-leg.ts';
import type { TimerDecision } from './call-timers.ts';

/** How a call ends, before the session adds the other fields of the outcome. */
export interface CallEnd extends Pick<CallOutcome, 'status' | 'reason'> {
  /** Set if the connection was lost. */
  isConnectionLost?: true;
}

/** @param isFailing whether the customer is waiting for an answer that failed or is overdue */
export function failedByOf(
  { status, isConnectionLost }: CallEnd,
  isFailing: boolean,
): Pick<CallOutcome, 'failedBy'> {
  if (isConnectionLost === true) return { failedBy: 'line' };
  const isByAssistant = status === 'failed' || (isFailing && status !== 'completed');
  return isByAssistant ? { failedBy: 'assistant' } : {};
}

export function endOfLeg(end: LegEnd): CallEnd {
  switch (end.kind) {
    case 'remote-hang-up':
      return { status: 'ended_by_customer', reason: 'the customer hung up' };
    case 'local-hang-up':
      return { status: 'completed', reason: 'hung up' };
    case 'transferred':
      return { status: 'completed', reason: 'transferred' };
    case 'lost':
      return { status: 'failed', reason: end.reason, isConnectionLost: true };
  }
}

/** Call end for an abort; its reason may say why. */
export function endOfSignal(signal: AbortSignal): CallEnd {
  const { reason } = signal;
  if (typeof reason === 'string') return { status: 'completed', reason };
  // `abort()` without a reason creates a DOMException, whose message is useless.
  const hasReason = reason instanceof Error && !(reason instanceof DOMException);
  return { status: 'completed', reason: hasReason ? reason.message : 'ended by the platform' };
}

export const MAX_DURATION: CallEnd = { status: 'completed', reason: 'max duration' };

/** Call end for a timer decision; null if the call continues. */
export function endOfTimer(decision: TimerDecision): CallEnd | null {
  switch (decision) {
    case 'hang-up-silence':
      return { status: 'ended_by_assistant', reason: 'silence' };
    case 'hang-up-initial-silence':
      return { status: 'ended_by_assistant', reason: 'silence from the beginning' };
    case 'overdue':
      return MAX_DURATION;
    default:
      return null;
  }
}
