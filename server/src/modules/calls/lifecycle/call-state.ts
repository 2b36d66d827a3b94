/** The state of a call, with the fields that exist in each status. */
export type CallState =
  | { status: 'scheduled' }
  | { status: 'initiated' }
  | { status: 'ringing'; ringingAt: Date }
  | { status: 'in-progress'; ringingAt: Date | null; answeredAt: Date }
  | {
      status: 'completed' | 'ended_by_customer' | 'ended_by_assistant';
      ringingAt: Date | null;
      answeredAt: Date;
      endedAt: Date;
      reason: string;
    }
  | { status: 'canceled'; endedAt: Date; reason: string }
  | { status: 'busy' | 'no-answer'; ringingAt: Date | null; endedAt: Date; reason: string }
  | { status: 'failed'; ringingAt: Date | null; answeredAt: Date | null; endedAt: Date; reason: string };

export type CallStatus = CallState['status'];

/** The party or component at fault for a failed call. */
export type FailureCause = 'number' | 'carrier' | 'assistant' | 'account' | 'process';

/** Events that change a call. `cause` is what a failure is attributed to. */
export type CallChange =
  /** The account cancels a scheduled call. */
  | { type: 'canceled'; at: Date; reason: string }
  | { type: 'rang'; at: Date }
  | { type: 'answered'; at: Date }
  /** The dial ended without an answer. */
  | {
      type: 'not-reached';
      outcome: 'busy' | 'no-answer' | 'failed';
      at: Date;
      reason: string;
      cause?: FailureCause | null;
    }
  /** An answered call ended. */
  | {
      type: 'ended';
      outcome: 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'failed';
      at: Date;
      reason: string;
      cause?: FailureCause | null;
    }
  /**
   * The call cannot continue, for example because its process died or its assistant was deleted. `at` is when it was
   * last alive; `answeredAt` is the answer time of a call that could not begin.
   */
  | { type: 'broke'; at: Date; reason: string; cause?: FailureCause | null; answeredAt?: Date };

export function isOver(state: CallState): boolean {
  return 'endedAt' in state;
}

/** True if one of our processes ended or lost the call. It is then not charged, and charges are refunded. */
export function isCutOffByUs(change: CallChange): boolean {
  return change.type === 'broke' && change.cause === 'process';
}

/** True if the call has begun, so that its minutes are charged. A call that was answered but could not begin is free. */
export function hasBegun(state: CallState): boolean {
  return state.status === 'in-progress';
}

/**
 * Applies a change; returns the same object if it does not apply. Ended calls do not change, states never go back, and
 * a call does not end before its answer.
 */
export function transition(state: CallState, change: CallChange): CallState {
  if ('endedAt' in state) return state;
  if (state.status === 'scheduled') return ofScheduled(state, change);
  const ringingAt = 'ringingAt' in state ? state.ringingAt : null;
  switch (change.type) {
    case 'canceled':
      return state;
    case 'rang':
      return state.status === 'initiated' ? { status: 'ringing', ringingAt: change.at } : state;
    case 'answered':
      return state.status === 'in-progress'
        ? state
        : { status: 'in-progress', ringingAt, answeredAt: change.at };
    case 'not-reached':
      return state.status === 'in-progress' ? state : notReached(change, ringingAt);
    case 'ended':
      if (state.status !== 'in-progress') return state;
      return {
        status: change.outcome,
        ringingAt,
        answeredAt: state.answeredAt,
        endedAt: later(change.at, state.answeredAt),
        reason: change.reason,
      };
    case 'broke': {
      const answeredAt = state.status === 'in-progress' ? state.answeredAt : (change.answeredAt ?? null);
      const endedAt = later(change.at, answeredAt ?? ringingAt ?? change.at);
      return { status: 'failed', ringingAt, answeredAt, endedAt, reason: change.reason };
    }
  }
}

/** A scheduled call fails if it cannot be dialed at its time, and is canceled by anything else that ends it. */
function ofScheduled(state: CallState, change: CallChange): CallState {
  if (change.type === 'not-reached') return notReached(change, null);
  if (change.type !== 'canceled' && change.type !== 'broke') return state;
  return { status: 'canceled', endedAt: change.at, reason: change.reason };
}

function notReached(
  { outcome, at, reason }: Extract<CallChange, { type: 'not-reached' }>,
  ringingAt: Date | null,
): CallState {
  const endedAt = later(at, ringingAt ?? at);
  return outcome === 'failed'
    ? { status: 'failed', ringingAt, answeredAt: null, endedAt, reason }
    : { status: outcome, ringingAt, endedAt, reason };
}

function later(one: Date, other: Date): Date {
  return one > other ? one : other;
}
