import type { CarrierHttpResult, Submission } from '../interfaces/messaging-carrier.ts';

type Failure = Extract<CarrierHttpResult, { kind: 'failure' }>;

/** Outcome of a submission without a response. */
export function unansweredSubmission({ reason, mayHaveArrived }: Failure): Submission {
  return mayHaveArrived
    ? { kind: 'unknown', reason }
    : { kind: 'unavailable', reason, retryAfterSeconds: null };
}

export interface CarrierRefusal {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The carrier's own code; null if absent. */
  code: string | null;
  reason: string | null;
}

/**
 * Outcome of a submission with an error response. 429 and 503 mean that it was not processed; any other server error
 * may have happened after it was accepted.
 */
export function refusedSubmission({ status, headers, code, reason }: CarrierRefusal): Submission {
  const words = reason ?? `The carrier responded with status ${status}.`;
  if (status === 429 || status === 503) {
    return { kind: 'unavailable', reason: words, retryAfterSeconds: secondsOf(headers['retry-after']) };
  }
  if (status >= 500 || status === 408) return { kind: 'unknown', reason: words };
  return { kind: 'refused', code: code ?? `http-${status}`, reason: words };
}

/** A date is ignored: the default retry delay applies. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header.trim()) ? Number(header) : null;
}
