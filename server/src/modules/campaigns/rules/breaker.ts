export type FailureCause = 'number' | 'carrier' | 'assistant' | 'account' | 'process';

/** So many of a campaign's last finished calls are looked at. */
export const BREAKER_CALLS = 20;

/**
 * Why a campaign is to be stopped, in words for its owner; null: it may go on.
 * @param finished its calls that ended since it was started, newest first; those behind the twentieth do not count
 */
export function tripReason(finished: readonly { failureCause: FailureCause | null }[]): string | null {
  throw new Error(`unwritten ${finished.length}`);
}
