import type { CallOrder, CallReport } from '../../providers/interfaces/call-carrier.ts';
import type { DialFailure } from '../../voice/legs/outbound-route.ts';

/** An outbound call from the request to the carrier until its stream is connected. */
export interface Attempt {
  phase: 'ordering' | 'ordered' | 'unknown' | 'answered' | 'over';
  hasRung: boolean;
  /** Null until known. */
  carrierCallId: string | null;
}

export type AttemptEvent =
  | { type: 'ordered'; order: CallOrder }
  | { type: 'reported'; report: CallReport }
  /** The call was answered, and the carrier requests an instruction. */
  | { type: 'instruction-requested'; carrierCallId: string }
  | { type: 'streaming'; carrierCallId: string }
  | { type: 'canceled' }
  | { type: 'time-over' };

export type AttemptEffect =
  | { type: 'ringing' }
  | { type: 'connect' }
  | { type: 'failed'; failure: DialFailure; code: string | null; reason: string }
  /** Ends a call that is no longer needed. */
  | { type: 'end-call'; carrierCallId: string };

export interface AttemptStep {
  attempt: Attempt;
  effects: readonly AttemptEffect[];
}

export const newAttempt: Attempt = { phase: 'ordering', hasRung: false, carrierCallId: null };

/** State transition of an attempt. Phases only move forward, because reports may be late, repeated or out of order. */
export function stepAttempt(attempt: Attempt, event: AttemptEvent): AttemptStep {
  if (attempt.phase === 'over') return afterEnd(attempt, event);
  switch (event.type) {
    case 'ordered':
      return ordered(attempt, event.order);
    case 'reported':
      return reported(attempt, event.report);
    case 'instruction-requested':
      return answered(attempt, event.carrierCallId);
    case 'streaming':
      return streaming(attempt, event.carrierCallId);
    case 'canceled':
      return givenUp(attempt, { failure: 'canceled', reason: 'The call was canceled.' });
    case 'time-over':
      return givenUp(attempt, timeOver(attempt));
  }
}

/** Ends a call at the carrier if it turns out to have been placed after the attempt ended. */
function afterEnd(attempt: Attempt, event: AttemptEvent): AttemptStep {
  const isAccepted = event.type === 'ordered' && event.order.kind === 'accepted';
  const carrierCallId = isAccepted && event.order.kind === 'accepted' ? event.order.carrierCallId : null;
  if (carrierCallId === null || attempt.carrierCallId === carrierCallId) return { attempt, effects: [] };
  return { attempt: { ...attempt, carrierCallId }, effects: [{ type: 'end-call', carrierCallId }] };
}

function ordered(attempt: Attempt, order: CallOrder): AttemptStep {
  if (order.kind === 'refused') {
    // The carrier already reported this call, so it accepted the request despite its response.
    if (attempt.carrierCallId !== null) return { attempt, effects: [] };
    const { failure, code, reason } = order;
    return over(attempt, [{ type: 'failed', failure, code, reason }]);
  }
  const carrierCallId = order.kind === 'accepted' ? order.carrierCallId : attempt.carrierCallId;
  if (attempt.phase !== 'ordering') return { attempt: { ...attempt, carrierCallId }, effects: [] };
  const phase = carrierCallId === null ? 'unknown' : 'ordered';
  return { attempt: { ...attempt, phase, carrierCallId }, effects: [] };
}

function reported(attempt: Attempt, { carrierCallId, progress }: CallReport): AttemptStep {
  if (isOther(attempt, carrierCallId)) return { attempt, effects: [] };
  if (progress.state === 'ended') return ended(attempt, progress);
  if (progress.state === 'answered') return answered(attempt, carrierCallId);
  const known: Attempt =
    attempt.phase === 'answered' ? attempt : { ...attempt, phase: 'ordered', carrierCallId };
  if (progress.state !== 'ringing' || attempt.hasRung || attempt.phase === 'answered') {
    return { attempt: known, effects: [] };
  }
  return { attempt: { ...known, hasRung: true }, effects: [{ type: 'ringing' }] };
}

function ended(
  attempt: Attempt,
  { failure, code }: Extract<CallReport['progress'], { state: 'ended' }>,
): AttemptStep {
  if (failure === null) {
    const reason = 'The call ended before its audio stream started.';
    return over(attempt, [{ type: 'failed', failure: 'unavailable', code, reason }]);
  }
  // The call was canceled by the carrier, not by us.
  const reported = failure === 'canceled' ? 'unavailable' : failure;
  return over(attempt, [{ type: 'failed', failure: reported, code, reason: REASONS[reported] }]);
}

// A reason equal to the text of its failure (`modules/calls/rules.ts`) is shown only once.
const REASONS: Record<DialFailure, string> = {
  busy: 'The number is busy.',
  'no-answer': 'Nobody answered.',
  rejected: 'The call was declined.',
  'invalid-number': 'The number cannot be called.',
  unavailable: 'The carrier could not place the call.',
  canceled: 'The call was canceled.',
};

function answered(attempt: Attempt, carrierCallId: string): AttemptStep {
  if (isOther(attempt, carrierCallId)) return { attempt, effects: [] };
  return { attempt: { ...attempt, phase: 'answered', carrierCallId }, effects: [] };
}

function streaming(attempt: Attempt, carrierCallId: string): AttemptStep {
  if (isOther(attempt, carrierCallId)) return { attempt, effects: [] };
  return over({ ...attempt, carrierCallId }, [{ type: 'connect' }]);
}

function givenUp(
  attempt: Attempt,
  { failure, reason }: { failure: DialFailure; reason: string },
): AttemptStep {
  const { carrierCallId } = attempt;
  const failed: AttemptEffect = { type: 'failed', failure, code: null, reason };
  return over(attempt, carrierCallId === null ? [failed] : [failed, { type: 'end-call', carrierCallId }]);
}

function timeOver({ phase }: Attempt): { failure: DialFailure; reason: string } {
  if (phase === 'answered') return { failure: 'unavailable', reason: 'The audio stream did not start.' };
  if (phase === 'ordered') return { failure: 'no-answer', reason: REASONS['no-answer'] };
  return { failure: 'unavailable', reason: 'The carrier did not report the outcome of the call.' };
}

function isOther(attempt: Attempt, carrierCallId: string): boolean {
  return attempt.carrierCallId !== null && attempt.carrierCallId !== carrierCallId;
}

function over(attempt: Attempt, effects: readonly AttemptEffect[]): AttemptStep {
  return { attempt: { ...attempt, phase: 'over' }, effects };
}
