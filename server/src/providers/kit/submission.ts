import type { CarrierHttpResult, Submission } from '../interfaces/messaging-carrier.ts';

type Failure = Extract<CarrierHttpResult, { kind: 'failure' }>;

/** What became of a message whose request got no answer. */
export function unansweredSubmission({ reason, mayHaveArrived }: Failure): Submission {
  return mayHaveArrived
    ? { kind: 'unknown', reason }
    : { kind: 'unavailable', reason, retryAfterSeconds: null };
}

export interface CarrierRefusal {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** The carrier's own code; null: none could be read. */
  code: string | null;
  reason: string | null;
}

/**
 * What became of a message that the carrier did not answer with success: 429 and 503 say that it has not been
 * looked at, any other failure of the carrier's own may have come after it was taken.
 */
export function refusedSubmission({ status, headers, code, reason }: CarrierRefusal): Submission {
  const words = reason ?? `The carrier answered with status ${status}.`;
  if (status === 429 || status === 503) {
    return { kind: 'unavailable', reason: words, retryAfterSeconds: secondsOf(headers['retry-after']) };
  }
  if (status >= 500 || status === 408) return { kind: 'unknown', reason: words };
  return { kind: 'refused', code: code ?? `http-${status}`, reason: words };
}

/** A date in the place of seconds is left: the next try comes in its own time. */
function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,9}$/.test(header.trim()) ? Number(header) : null;
}
