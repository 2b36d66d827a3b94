import type { CallOutcome } from '../call-event.ts';
import type { LegEnd } from '../legs/media-leg.ts';
import type { TimerDecision } from './call-timers.ts';

/** How a call ends, without what the session knows by itself. */
export interface CallEnd extends Pick<CallOutcome, 'status' | 'reason'> {
  /** The line broke; absent: it did not. */
  isLineLost?: true;
}

/** @param isTroubled the customer waits in vain for words of the assistant */
export function blameOf({ status, isLineLost }: CallEnd, isTroubled: boolean): Pick<CallOutcome, 'failedBy'> {
  if (isLineLost === true) return { failedBy: 'line' };
  const isByAssistant = status === 'failed' || (isTroubled && status !== 'completed');
  return isByAssistant ? { failedBy: 'assistant' } : {};
}

/** What the end of the customer's leg means. */
export function endOfLeg(end: LegEnd): CallEnd {
  switch (end.kind) {
    case 'remote-hang-up':
      return { status: 'ended_by_customer', reason: 'the customer hung up' };
    case 'local-hang-up':
      return { status: 'completed', reason: 'hung up' };
    case 'transferred':
      return { status: 'completed', reason: 'transferred' };
    case 'lost':
      return { status: 'failed', reason: end.reason, isLineLost: true };
  }
}

/** What the abort of a call means; its reason may say why. */
export function endOfSignal(signal: AbortSignal): CallEnd {
  const { reason } = signal;
  if (typeof reason === 'string') return { status: 'completed', reason };
  // An abort without a reason of its own is a DOMException, which says nothing.
  const isSaid = reason instanceof Error && !(reason instanceof DOMException);
  return { status: 'completed', reason: isSaid ? reason.message : 'ended by the platform' };
}

export const MAX_DURATION: CallEnd = { status: 'completed', reason: 'max duration' };

/** What a timer of the call means; null: it goes on. */
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
