import { type Finished, tripReason } from './breaker.ts';
import { type CallingState, isNeverOpen } from './calling-hours.ts';

type CampaignEnd =
  /** `reason`: for the campaign's owner if leads were left; null if all are done. */
  | { type: 'completed'; reason: string | null }
  /** `reason` is shown to the campaign's owner. */
  | { type: 'stopped'; reason: string };

/**
 * How a running campaign ends now; null to continue. A stop protects leads that can still be called: if no waiting lead
 * can ever be called, the campaign completes once its live calls are done, even if they failed. A campaign with an unknown
 * time zone does not complete while leads wait, except at its end date.
 */
export function campaignEnd(campaign: {
  markCompleteWhenNoLeads: boolean;
  /** Its end date has passed. */
  hasEnded: boolean;
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
  if (isDone || campaign.hasEnded) {
    if (campaign.isProcessing) return null;
    return { type: 'completed', reason: campaign.hasEnded || waiting.some(isTooLate) ? PAST_END_DATE : null };
  }
  const reason = problem ?? tripReason(campaign);
  return reason === null ? null : { type: 'stopped', reason };
}

/** The next time at which the number may be called is after the end date. */
function isTooLate(state: CallingState): boolean {
  return !state.open && state.because === 'campaign-end-date';
}

const PAST_END_DATE =
  'The campaign reached its end date. Leads that were not called by then keep waiting: to call them, change the end date and start the campaign again.';
