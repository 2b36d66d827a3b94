import type { Clock } from '../../../core/clock.ts';
import { storableText } from '../../../core/storable.ts';
import type { OutboundClient, OutboundResult } from '../../../http/outbound/outbound-request.ts';
import { ANSWER_TIMEOUT_MS, judgeAnswer, KEPT_ANSWER_BYTES, type Verdict } from '../rules.ts';
import type { KeyCache } from '../secrets/key-cache.ts';
import { signedHeaders } from '../secrets/sign-request.ts';
import type { ClaimedDelivery } from './queue.ts';

export interface SendDeps {
  clock: Clock;
  outbound: OutboundClient;
  keys: KeyCache;
  /** `User-Agent` header, such as `Parley/1.2.3`. */
  userAgent: string;
}

/** Makes one attempt. Rejects if `signal` aborts; the outcome is then unknown. */
export async function sendDelivery(
  { clock, outbound, keys, userAgent }: SendDeps,
  delivery: ClaimedDelivery,
  signal: AbortSignal,
): Promise<{ startedAt: Date; finishedAt: Date; verdict: Verdict; responseBody: string }> {
  const { id, payload, url } = delivery;
  const signing = await keys.keysFor(delivery.userId, delivery.currentSecretId);
  const startedAt = clock.now();
  const result = await outbound.request({
    method: 'POST',
    url,
    headers: signedHeaders(signing, { id, sentAt: startedAt, body: payload, userAgent }),
    body: payload,
    timeoutMs: ANSWER_TIMEOUT_MS,
    maxResponseBytes: KEPT_ANSWER_BYTES,
    overflow: 'truncate',
    // The body may break off: only the status counts, and it has already arrived.
    brokenBody: 'truncate',
    redirects: 0,
    signal,
  });
  const finishedAt = clock.now();
  return { startedAt, finishedAt, verdict: verdictOf(result, finishedAt), responseBody: bodyText(result) };
}

function verdictOf(result: OutboundResult, now: Date): Verdict {
  if (result.kind === 'response') {
    return judgeAnswer({ status: result.status, retryAfter: result.headers['retry-after'] }, now);
  }
  return { kind: 'failed', statusCode: null, reason: failureReason(result), retryAfterMs: null };
}

function failureReason(failure: Exclude<OutboundResult, { kind: 'response' }>): string {
  switch (failure.kind) {
    case 'refused':
    case 'unreachable':
      return failure.reason;
    case 'timeout':
      return `The endpoint did not answer within ${ANSWER_TIMEOUT_MS / 1000} seconds.`;
    case 'too-large':
      return 'The response was too large.';
    case 'too-many-redirects':
      return 'The endpoint redirected too many times.';
  }
}

/** Returns the body with replacement characters for invalid UTF-8. */
function bodyText(result: OutboundResult): string {
  return result.kind === 'response' ? storableText(result.body.toString('utf8')) : '';
}
