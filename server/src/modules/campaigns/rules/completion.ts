import { type Finished, tripReason } from './breaker.ts';
import { type CallingState, isNeverOpen } from './calling-hours.ts';

type CampaignEnd =
  | { type: 'completed' }
  /** `reason` is shown to the campaign's owner. */
  | { type: 'stopped'; reason: string };

/**
 * How a running campaign ends now; null to continue. A stop protects leads that can still be called: if no waiting lead
 * can ever be called, the campaign completes once its live calls are done, even if they failed. A campaign with an unknown
 * time zone does not complete while leads wait.
 */
export function campaignEnd(campaign: {
  markCompleteWhenNoLeads: boolean;
  /** A lead's call is live or awaits evaluation. */
  isProcessing: boolean;
  /** Calling state of each distinct zone key of its waiting leads. */
  waiting: readonly CallingState[];
  /** Why the campaign cannot call, for its owner; null if it can. */
  problem: string | null;
  /** See `tripReason`. */
  finished: Finished;
  answered: Finished;
}): CampaignEnd | null {
  const { waiting, problem } = campaign;
  const isDone = campaign.markCompleteWhenNoLeads && waiting.every(isNeverOpen);
  if (isDone) return campaign.isProcessing ? null : { type: 'completed' };
  const reason = problem ?? tripReason(campaign);
  return reason === null ? null : { type: 'stopped', reason };
}
