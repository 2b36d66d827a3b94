import type { DialFailure } from '../../../voice/legs/outbound-route.ts';

// 403 is the network's refusal, of a password or of what the trunk may call; a person's own is 603 (RFC 3398, 7.2.4.1).
const FAILURES: ReadonlyMap<number, DialFailure> = new Map([
  [404, 'invalid-number'],
  [408, 'no-answer'],
  [410, 'invalid-number'],
  [480, 'no-answer'],
  [484, 'invalid-number'],
  [486, 'busy'],
  [600, 'busy'],
  [603, 'rejected'],
  [604, 'invalid-number'],
  [607, 'rejected'],
]);

/**
 * What a final response to an INVITE, 300 and above, means to whoever dialled. One that somebody on the way has taken back (487) was
 * not given up by us: it rang for as long as the carrier lets it.
 */
export function failureOf(status: number, hasRung: boolean): DialFailure {
  if (status === 487 && hasRung) return 'no-answer';
  return FAILURES.get(status) ?? 'unavailable';
}
