import type { DialFailure } from '../../../voice/legs/line.ts';

// 403 is the network's refusal, of a password or of what the trunk may call; a person's own is 603 (RFC 3398, 7.2.4.1).
const FAILURES: ReadonlyMap<number, DialFailure> = new Map([
  [404, 'invalid-number'],
  [408, 'no-answer'],
  [410, 'invalid-number'],
  [480, 'no-answer'],
  [484, 'invalid-number'],
  [486, 'busy'],
  [487, 'cancelled'],
  [600, 'busy'],
  [603, 'rejected'],
  [604, 'invalid-number'],
  [607, 'rejected'],
]);

/** What a final response to an INVITE, 300 and above, means to whoever dialled. */
export function failureOf(status: number): DialFailure {
  return FAILURES.get(status) ?? 'unavailable';
}
