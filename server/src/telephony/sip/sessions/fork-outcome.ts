import type { DialEvent, DialFailure } from '../../../voice/legs/outbound-route.ts';

export type DialFailed = Extract<DialEvent, { type: 'failed' }>;

/** Failures that say most about the called person come first. */
const PRECEDENCE: readonly DialFailure[] = [
  'rejected',
  'busy',
  'no-answer',
  'unavailable',
  'invalid-number',
  'canceled',
];

/** True if a global failure (6xx) ends all branches (RFC 3261 21.6). */
export function endsAll({ code }: DialFailed): boolean {
  return code?.startsWith('6') === true;
}

/** The best failure of all branches; null if there are no failures. */
export function outcomeOf(failures: readonly DialFailed[]): DialFailed | null {
  const final = failures.find(endsAll);
  if (final !== undefined) return final;
  const order = failures.toSorted(
    (one, other) => PRECEDENCE.indexOf(one.failure) - PRECEDENCE.indexOf(other.failure),
  );
  return order[0] ?? null;
}
