export type FailureCause = 'number' | 'carrier' | 'assistant' | 'account' | 'process';

/** So many of a campaign's last finished calls are looked at, and as many of those that were answered. */
export const BREAKER_CALLS = 20;

/** One bad call of two says nothing yet. */
const FEWEST_CALLS = 10;

/** Calls that are over, newest first; those behind the twentieth do not count. */
export type Finished = readonly { failureCause: FailureCause | null }[];

/**
 * Why a campaign is to be stopped, in words for its owner; null: it may go on. Whoever is busy or away says nothing about
 * the assistant, nor about lines that break in the middle of a call: these are judged by the answered calls, too.
 * @param calls that ended since it was started: all, and those that were answered
 */
export function tripReason({
  finished,
  answered,
}: {
  finished: Finished;
  answered: Finished;
}): string | null {
  return ofNobody(finished) ?? failing(finished, 'calls') ?? failing(answered, 'answered calls');
}

function ofNobody(finished: Finished): string | null {
  const last = finished.slice(0, BREAKER_CALLS);
  const count = countOf(last, 'number');
  if (last.length < FEWEST_CALLS || count * 4 < last.length * 3) return null;
  return `${count} of the last ${last.length} numbers do not exist, says the carrier. Look at the list, and at how the trunk wants numbers to be written, before you start the campaign again.`;
}

function failing(calls: Finished, name: string): string | null {
  const last = calls.slice(0, BREAKER_CALLS);
  const byCarrier = countOf(last, 'carrier');
  const byAssistant = countOf(last, 'assistant');
  const failed = byCarrier + byAssistant;
  if (last.length < FEWEST_CALLS || failed * 2 < last.length) return null;
  const blame =
    byCarrier >= byAssistant ? 'the carrier could not connect them, or lost them' : 'the assistant failed';
  return `${failed} of the last ${last.length} ${name} failed, mostly because ${blame}. Start the campaign again when the cause is gone.`;
}

function countOf(calls: Finished, cause: FailureCause): number {
  return calls.filter(({ failureCause }) => failureCause === cause).length;
}
