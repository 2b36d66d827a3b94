/** The outcome of a call for its lead. */
export type CallOutcome =
  /** A person answered, or it is unknown who did. */
  | 'answered'
  | 'machine'
  | 'no-answer'
  | 'busy'
  /** The call was not connected. */
  | 'failed'
  /** The number does not exist. */
  | 'invalid-number'
  /** Answered, then failed or cut off on our side. */
  | 'broken'
  /** The callee asked not to be called again. */
  | 'opted-out';

/** The outcome of an ended call. */
export function callOutcome(call: {
  status: string;
  isAnswered: boolean;
  answeredBy: string | null;
  failureCause: string | null;
  hasOptedOut: boolean;
}): CallOutcome {
  if (call.hasOptedOut) return 'opted-out';
  if (call.status === 'busy' || call.status === 'no-answer') return call.status;
  if (call.isAnswered && isCutOff(call.failureCause)) return 'broken';
  if (call.status !== 'failed') return call.answeredBy === 'machine' ? 'machine' : 'answered';
  if (call.isAnswered) return 'broken';
  return call.failureCause === 'number' ? 'invalid-number' : 'failed';
}

/** Bounded, so that a call that crashes its process is not repeated forever. */
const MAX_UNCOUNTED = 3;

/** Whether the end of one of our processes cut the call off, within the bound for this lead. */
export function isCutOffByUs(call: { failureCause: string | null; cutOffs: number }): boolean {
  return call.failureCause === 'process' && call.cutOffs <= MAX_UNCOUNTED;
}

/** Cut off by our process or the balance. A callee who hung up on a failing assistant counts as reached. */
function isCutOff(cause: string | null): boolean {
  return cause === 'process' || cause === 'account';
}
