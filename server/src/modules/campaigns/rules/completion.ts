import { type Finished, tripReason } from './breaker.ts';
import { type CallingState, isNeverOpen } from './calling-hours.ts';

type CampaignEnd =
  | { type: 'completed' }
  /** Reason for its owner. */
  | { type: 'stopped'; reason: string };

/**
 * Whether a running campaign ends now; null to continue. A stop protects leads still to be called: if no waiting lead
 * can ever be called, the campaign completes once live calls are done, however these went. With an unknown zone of its
 * own nothing can be decided.
 */
export function campaignEnd(campaign: {
  markCompleteWhenNoLeads: boolean;
  /** A lead's call is live or awaits evaluation. */
  isProcessing: boolean;
  /** Calling state of each distinct zone of its waiting leads. */
  waiting: readonly CallingState[];
  /** Why it cannot call, for its owner; null if it can. */
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
