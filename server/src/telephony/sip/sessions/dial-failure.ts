import type { DialFailure } from '../../../voice/legs/outbound-route.ts';

// 403 means that the network refused; a person who declines causes 603 (RFC 3398 7.2.4.1).
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
 * Maps a final response of 300 and above to an INVITE. A 487 that we did not cause is the carrier's own ringing
 * timeout.
 */
export function failureOf(status: number, hasRung: boolean): DialFailure {
  if (status === 487 && hasRung) return 'no-answer';
  return FAILURES.get(status) ?? 'unavailable';
}
