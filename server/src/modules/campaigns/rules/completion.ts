import { type Finished, tripReason } from './breaker.ts';
import { type CallingState, isNeverOpen } from './calling-hours.ts';

/** How a running campaign ends at this moment. */
type CampaignEnd =
  | { type: 'completed' }
  /** In words for its owner. */
  | { type: 'stopped'; reason: string };

/**
 * How a running campaign ends; null: it goes on. A stop protects those who are still to be called: where nobody who waits can
 * ever be called, what is under way decides, and the campaign is completed however its last calls went. While its own zone is
 * not known nobody can tell.
 */
export function campaignEnd(campaign: {
  markCompleteWhenNoLeads: boolean;
  /** A lead's call is under way, or its goal is to be judged. */
  isProcessing: boolean;
  /** The state of each distinct zone of its waiting leads. */
  waiting: readonly CallingState[];
  /** Why it cannot call, in words for its owner; null: it can. */
  problem: string | null;
  /** As `tripReason` has them. */
  finished: Finished;
  answered: Finished;
}): CampaignEnd | null {
  const { waiting, problem } = campaign;
  const isNobodyLeft = campaign.markCompleteWhenNoLeads && waiting.every(isNeverOpen);
  if (isNobodyLeft) return campaign.isProcessing ? null : { type: 'completed' };
  const reason = problem ?? tripReason(campaign);
  return reason === null ? null : { type: 'stopped', reason };
}
