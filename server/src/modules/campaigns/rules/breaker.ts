export type FailureCause = 'number' | 'carrier' | 'assistant' | 'account' | 'process';

/** So many of a campaign's last finished calls are looked at. */
export const BREAKER_CALLS = 20;

/** One bad call of two says nothing yet. */
const FEWEST_CALLS = 10;

/**
 * Why a campaign is to be stopped, in words for its owner; null: it may go on.
 * @param finished its calls that ended since it was started, newest first; those behind the twentieth do not count
 */
export function tripReason(finished: readonly { failureCause: FailureCause | null }[]): string | null {
  const last = finished.slice(0, BREAKER_CALLS);
  if (last.length < FEWEST_CALLS) return null;
  const countOf = (cause: FailureCause): number =>
    last.filter(({ failureCause }) => failureCause === cause).length;
  const ofNobody = countOf('number');
  if (ofNobody * 4 >= last.length * 3) {
    return `${ofNobody} of the last ${last.length} numbers do not exist, says the carrier. Look at the list, and at how the trunk wants numbers to be written, before you start the campaign again.`;
  }
  const byCarrier = countOf('carrier');
  const byAssistant = countOf('assistant');
  const failed = byCarrier + byAssistant;
  if (failed * 2 < last.length) return null;
  const blame = byCarrier >= byAssistant ? 'the carrier could not connect them' : 'the assistant failed';
  return `${failed} of the last ${last.length} calls failed, mostly because ${blame}. Start the campaign again when the cause is gone.`;
}
