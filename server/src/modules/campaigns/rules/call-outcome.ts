/** The outcome of a call for its lead. */
export type CallOutcome =
  /** Answered by a person, or it is unknown by whom. */
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

/** Cut-off calls per lead that do not count as retries. Limited, because a call itself may crash its process. */
const MAX_UNCOUNTED = 3;

/** True if the end of one of our processes cut the call off, up to `MAX_UNCOUNTED` times per lead. */
export function isCutOffByUs(call: { failureCause: string | null; cutOffs: number }): boolean {
  return call.failureCause === 'process' && call.cutOffs <= MAX_UNCOUNTED;
}

/** True if our process or the balance cut the call off. A callee who hung up on a failing assistant counts as reached. */
function isCutOff(cause: string | null): boolean {
  return cause === 'process' || cause === 'account';
}
