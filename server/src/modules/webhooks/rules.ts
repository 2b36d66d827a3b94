const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Time limit for the whole response. */
export const ANSWER_TIMEOUT_MS = 15 * SECOND_MS;
/** Number of bytes of a response that are stored. */
export const KEPT_ANSWER_BYTES = 4096;

/** Waits between attempts, each 10 % shorter or longer: 13 attempts over about 76 hours. */
const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  60 * SECOND_MS,
  120 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
const JITTER = 0.1;
/** Longer Retry-After values are cut to this. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/** An endpoint without a success for this long is disabled. */
const FAILING_LIMIT_MS = 5 * 24 * HOUR_MS;
/** The longest wait between two attempts, plus a margin. A failure after a longer pause starts a new streak. */
const MAX_SILENCE_MS = 24 * HOUR_MS * (1 + JITTER) + HOUR_MS;

/** Outcome of an attempt; `gone` if the endpoint answered 410 and wants no more webhooks. */
export interface Verdict {
  kind: 'delivered' | 'failed' | 'gone';
  /** Null if there was no response. */
  statusCode: number | null;
  /** A sentence for the account's owner; null for `delivered`. */
  reason: string | null;
  /** Delay from Retry-After, or null. */
  retryAfterMs: number | null;
}

/** Judges a response; only 2xx is a success. `now` is needed if Retry-After is a date. */
export function judgeAnswer(answer: { status: number; retryAfter: string | undefined }, now: Date): Verdict {
  const { status } = answer;
  if (status >= 200 && status < 300) {
    return { kind: 'delivered', statusCode: status, reason: null, retryAfterMs: null };
  }
  return {
    kind: status === 410 ? 'gone' : 'failed',
    statusCode: status,
    reason: statusReason(status),
    retryAfterMs: readRetryAfter(answer.retryAfter, now),
  };
}

function statusReason(status: number): string {
  if (status === 410) return 'The endpoint answered 410: it is gone.';
  if (status >= 300 && status < 400) return `The endpoint answered ${status}: redirects are not followed.`;
  return `The endpoint answered ${status}.`;
}

/** Parses Retry-After (seconds or HTTP date) to milliseconds from `now`; null if missing or invalid. */
function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, MAX_RETRY_AFTER_MS);
  // Date.parse accepts many other formats; HTTP dates always start with a weekday.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const waitMs = Date.parse(text) - now.getTime();
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

/** State of a delivery after an attempt. */
export type Progress =
  | { status: 'delivered' | 'failed' }
  | { status: 'pending'; nextAttemptAt: Date; retryCount: number };

/**
 * Decides the state of a delivery after an attempt.
 * @param retryCount number of steps of the retry table already used
 * @param random from 0 to 1
 */
export function afterAttempt(
  verdict: Verdict,
  { retryCount, now, random }: { retryCount: number; now: Date; random: number },
): Progress {
  if (verdict.kind === 'delivered') return { status: 'delivered' };
  // The endpoint is disabled as well, so the delivery waits until it is enabled and loses no retries.
  if (verdict.kind === 'gone') return { status: 'pending', nextAttemptAt: now, retryCount };
  const delayMs = RETRY_DELAYS_MS[retryCount];
  if (delayMs === undefined) return { status: 'failed' };
  const waitMs = Math.max(delayMs * (1 - JITTER + 2 * JITTER * random), verdict.retryAfterMs ?? 0);
  return {
    status: 'pending',
    nextAttemptAt: new Date(now.getTime() + Math.round(waitMs)),
    retryCount: retryCount + 1,
  };
}

/** Failure streak of an endpoint; a success resets it. */
export interface EndpointHealth {
  failureCount: number;
  /** Start of the streak; null if the last delivery succeeded. */
  failingSince: Date | null;
  lastFailedAt: Date | null;
  disabledAt: Date | null;
  disabledReason: 'gone' | 'failing' | null;
}

/**
 * Health of an endpoint after a failure at `now`. After a long pause a new streak starts. Only the first reason to
 * disable the endpoint is kept.
 */
export function afterFailure(
  health: EndpointHealth,
  { kind, now }: { kind: 'failed' | 'gone'; now: Date },
): EndpointHealth {
  const lastFailedMs = health.lastFailedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const hasGoneOn = now.getTime() - lastFailedMs <= MAX_SILENCE_MS;
  const failingSince = (hasGoneOn ? health.failingSince : null) ?? now;
  // Results are stored in batches and may be out of order.
  const lastFailedAt = new Date(Math.max(now.getTime(), lastFailedMs));
  const next = { ...health, failureCount: health.failureCount + 1, failingSince, lastFailedAt };
  if (health.disabledAt !== null) return next;
  if (kind === 'gone') return { ...next, disabledAt: now, disabledReason: 'gone' };
  const isOver = now.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS;
  return isOver ? { ...next, disabledAt: now, disabledReason: 'failing' } : next;
}
