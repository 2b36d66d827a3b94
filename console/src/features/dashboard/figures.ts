import type { DayFigures } from '../../data/statistics.ts';

type Calls = DayFigures['calls'];

/** Calls that were dialed or received, without scheduled calls and those canceled before dialing. */
export function callsOf({ calls }: { calls: Calls }): number {
  const all = Object.values(calls).reduce((sum, count) => sum + count, 0);
  return all - amount(calls, 'scheduled', 'canceled');
}

/** Answered calls, including those in progress. */
export function answeredOf({ calls }: { calls: Calls }): number {
  return amount(calls, 'completed', 'ended_by_customer', 'ended_by_assistant', 'in-progress');
}

export function unansweredOf({ calls }: { calls: Calls }): number {
  return amount(calls, 'busy', 'no-answer', 'initiated', 'ringing');
}

export function failedOf({ calls }: { calls: Calls }): number {
  return amount(calls, 'failed');
}

type Failures = Pick<DayFigures, 'failed_calls' | 'failed_deliveries' | 'failed_documents'>;

/** Failures of all kinds. */
export function errorsOf({ failed_calls, failed_deliveries, failed_documents }: Failures): number {
  return failed_calls + failed_deliveries + failed_documents;
}

function amount(calls: Calls, ...statuses: string[]): number {
  return statuses.reduce((sum, status) => sum + (calls[status] ?? 0), 0);
}
