import type { DialEvent, DialFailure } from '../../../voice/legs/outbound-route.ts';

export type DialFailed = Extract<DialEvent, { type: 'failed' }>;

/** What says most of the person who was called, first. */
const TELLING: readonly DialFailure[] = [
  'rejected',
  'busy',
  'no-answer',
  'unavailable',
  'invalid-number',
  'cancelled',
];

/** Whether no other telephone of the person is to ring any more (RFC 3261 21.6). */
export function endsAll({ code }: DialFailed): boolean {
  return code?.startsWith('6') === true;
}

/** What the failures of all telephones of one person come to; null: there was none. */
export function outcomeOf(failures: readonly DialFailed[]): DialFailed | null {
  const final = failures.find(endsAll);
  if (final !== undefined) return final;
  const order = failures.toSorted(
    (one, other) => TELLING.indexOf(one.failure) - TELLING.indexOf(other.failure),
  );
  return order[0] ?? null;
}
