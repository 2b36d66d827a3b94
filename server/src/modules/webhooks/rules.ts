const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** How long an endpoint may take for its whole answer. */
export const ANSWER_TIMEOUT_MS = 15 * SECOND_MS;
/** What is kept of an answer. */
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
/** A target that asks for more is asked again by then. */
const MAX_RETRY_AFTER_MS = 24 * HOUR_MS;

/** A target that has only failed for this long is disabled. */
const FAILING_LIMIT_MS = 5 * 24 * HOUR_MS;
/** The longest wait between two attempts, with some time to spare: after a longer silence a target fails anew. */
const MAX_SILENCE_MS = 24 * HOUR_MS * (1 + JITTER) + HOUR_MS;

/** What an attempt came to. `gone`: the endpoint wants no more, of this event or any other. */
export interface Verdict {
  kind: 'delivered' | 'failed' | 'gone';
  /** Null: no answer came. */
  statusCode: number | null;
  /** Null for `delivered`; else a sentence for the account's owner. */
  reason: string | null;
  /** Wait that the endpoint asked for; null: none. */
  retryAfterMs: number | null;
}

/** Only 2xx counts. `now` gives a Retry-After that is a date its length. */
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

/** Retry-After as seconds or as an HTTP date, in milliseconds from `now`; null for none or nonsense. */
function readRetryAfter(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * SECOND_MS, MAX_RETRY_AFTER_MS);
  // Date.parse takes much that is no date of HTTP, which always names a weekday first.
  if (!/^[A-Z][a-z]{2,8},? /.test(text)) return null;
  const waitMs = Date.parse(text) - now.getTime();
  return Number.isNaN(waitMs) ? null : Math.min(Math.max(waitMs, 0), MAX_RETRY_AFTER_MS);
}

/** Where a delivery stands after an attempt. */
export type Progress =
  | { status: 'delivered' | 'failed' }
  | { status: 'pending'; nextAttemptAt: Date; retryCount: number };

/**
 * What becomes of a delivery after an attempt.
 * @param retryCount steps of the retry table that were used up before
 * @param random from 0 to 1
 */
export function afterAttempt(
  verdict: Verdict,
  { retryCount, now, random }: { retryCount: number; now: Date; random: number },
): Progress {
  if (verdict.kind === 'delivered') return { status: 'delivered' };
  // Its target is disabled with it, so it waits until that is enabled, and no step is used up.
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

/** What is remembered of a target's failures; a success forgets them all. */
export interface EndpointHealth {
  failureCount: number;
  /** When the first failed of those that followed on one another. */
  failingSince: Date | null;
  lastFailedAt: Date | null;
  disabledAt: Date | null;
  disabledReason: 'gone' | 'failing' | null;
}

/**
 * A target after an attempt that failed at `now`. Who is seldom sent anything is not failing all the while between two
 * deliveries. Only the first reason to disable it is kept.
 */
export function afterFailure(
  health: EndpointHealth,
  { kind, now }: { kind: 'failed' | 'gone'; now: Date },
): EndpointHealth {
  const lastFailedMs = health.lastFailedAt?.getTime() ?? Number.NEGATIVE_INFINITY;
  const hasGoneOn = now.getTime() - lastFailedMs <= MAX_SILENCE_MS;
  const failingSince = (hasGoneOn ? health.failingSince : null) ?? now;
  // Results are stored in batches, not always in their order.
  const lastFailedAt = new Date(Math.max(now.getTime(), lastFailedMs));
  const next = { ...health, failureCount: health.failureCount + 1, failingSince, lastFailedAt };
  if (health.disabledAt !== null) return next;
  if (kind === 'gone') return { ...next, disabledAt: now, disabledReason: 'gone' };
  const isOver = now.getTime() - failingSince.getTime() >= FAILING_LIMIT_MS;
  return isOver ? { ...next, disabledAt: now, disabledReason: 'failing' } : next;
}
