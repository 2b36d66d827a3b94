/** How a call to a lead ended, as far as it matters to the lead. */
export type CallOutcome =
  /** A person spoke, or nobody knows who did. */
  | 'answered'
  | 'machine'
  | 'no-answer'
  | 'busy'
  /** It never came about. */
  | 'failed'
  /** This number does not exist. */
  | 'invalid-number'
  /** Answered, then it failed, or was cut off, on our side. */
  | 'broken'
  /** They asked not to be called again. */
  | 'opted-out';

/** Of a call that is over, by its row. */
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
const MOST_UNCOUNTED = 3;

/** The call was cut off because a process of ours ended, which has not happened to this lead too often. */
export function isCutOffByUs(call: { failureCause: string | null; cutOffs: number }): boolean {
  return call.failureCause === 'process' && call.cutOffs <= MOST_UNCOUNTED;
}

/** Our process ended in the middle of it, or the account's money. Who hung up on an assistant that failed was reached. */
function isCutOff(cause: string | null): boolean {
  return cause === 'process' || cause === 'account';
}
