export type FailureCause = 'number' | 'carrier' | 'assistant' | 'account' | 'process';

/** Number of latest ended calls, and of latest answered calls, that are considered. */
export const BREAKER_CALLS = 20;

/** With fewer calls a failure rate means nothing. */
const FEWEST_CALLS = 10;

/** Ended calls, newest first; only the first `BREAKER_CALLS` count. */
export type Finished = readonly { failureCause: FailureCause | null }[];

/**
 * Why a campaign must stop, for its owner; null to continue. Answered calls are judged separately, because busy and
 * unanswered ones say nothing about the assistant or dropped connections.
 * @param calls that ended since the campaign was started: all of them, and the answered ones
 */
export function tripReason({
  finished,
  answered,
}: {
  finished: Finished;
  answered: Finished;
}): string | null {
  return unknownNumbers(finished) ?? failing(finished, 'calls') ?? failing(answered, 'answered calls');
}

function unknownNumbers(finished: Finished): string | null {
  const last = finished.slice(0, BREAKER_CALLS);
  const count = countOf(last, 'number');
  if (last.length < FEWEST_CALLS || count * 4 < last.length * 3) return null;
  return `${count} of the last ${last.length} numbers do not exist, according to the carrier. Check the list and the number format of the trunk before you start the campaign again.`;
}

function failing(calls: Finished, name: string): string | null {
  const last = calls.slice(0, BREAKER_CALLS);
  const byCarrier = countOf(last, 'carrier');
  const byAssistant = countOf(last, 'assistant');
  const failed = byCarrier + byAssistant;
  if (last.length < FEWEST_CALLS || failed * 2 < last.length) return null;
  const blame =
    byCarrier >= byAssistant ? 'the carrier could not connect them or dropped them' : 'the assistant failed';
  return `${failed} of the last ${last.length} ${name} failed, mostly because ${blame}. Fix the cause, then start the campaign again.`;
}

function countOf(calls: Finished, cause: FailureCause): number {
  return calls.filter(({ failureCause }) => failureCause === cause).length;
}
