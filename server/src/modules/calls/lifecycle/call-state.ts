/** Where a call stands. What is not in a state cannot be known, or asked, in it. */
export type CallState =
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
  | { status: 'busy' | 'no-answer'; ringingAt: Date | null; endedAt: Date; reason: string }
  | { status: 'failed'; ringingAt: Date | null; answeredAt: Date | null; endedAt: Date; reason: string };

export type CallStatus = CallState['status'];

/** Who is to blame for a call that failed. */
export type FailureCause = 'number' | 'carrier' | 'assistant' | 'account' | 'process';

/** What happens to a call; `cause`: who is to blame, where it failed. */
export type CallChange =
  | { type: 'rang'; at: Date }
  | { type: 'answered'; at: Date }
  /** Nobody was reached: the dial is over without an answer. */
  | {
      type: 'not-reached';
      outcome: 'busy' | 'no-answer' | 'failed';
      at: Date;
      reason: string;
      cause?: FailureCause | null;
    }
  /** An answered call is over. */
  | {
      type: 'ended';
      outcome: 'completed' | 'ended_by_customer' | 'ended_by_assistant' | 'failed';
      at: Date;
      reason: string;
      cause?: FailureCause | null;
    }
  /**
   * It cannot go on, whatever its state: its process died, its assistant is gone. `at` is when it was last alive, `answeredAt`
   * when a call was answered that could not begin.
   */
  | { type: 'broke'; at: Date; reason: string; cause?: FailureCause | null; answeredAt?: Date };

export function isOver(state: CallState): boolean {
  return 'endedAt' in state;
}

/** A process of ours ended, or lost the call: nothing is charged for it, and what was charged is given back. */
export function isCutOffByUs(change: CallChange): boolean {
  return change.type === 'broke' && change.cause === 'process';
}

/** Whether minutes of it are to be paid for: one that was answered and could not begin was not held. */
export function hasBegun(state: CallState): boolean {
  return state.status === 'in-progress';
}

/**
 * What a change makes of a call; the same object where the change does not apply: what is over stays as it is, and
 * nothing goes back. A call does not end before it was answered.
 */
export function transition(state: CallState, change: CallChange): CallState {
  if ('endedAt' in state) return state;
  const ringingAt = 'ringingAt' in state ? state.ringingAt : null;
  switch (change.type) {
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
        ...{ status: change.outcome, ringingAt, answeredAt: state.answeredAt },
        ...{ endedAt: later(change.at, state.answeredAt), reason: change.reason },
      };
    case 'broke': {
      const answeredAt = state.status === 'in-progress' ? state.answeredAt : (change.answeredAt ?? null);
      const endedAt = later(change.at, answeredAt ?? ringingAt ?? change.at);
      return { status: 'failed', ringingAt, answeredAt, endedAt, reason: change.reason };
    }
  }
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
