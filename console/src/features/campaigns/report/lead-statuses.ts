import type { LeadStatus } from '#contract/campaign-states.ts';
import type { CampaignReport } from '../../../data/campaigns.ts';

/** In lifecycle order. */
const ORDER: readonly LeadStatus[] = [
  'created',
  'processing',
  'scheduled',
  'rescheduled',
  'completed',
  'reached-max-retries',
  'blacklisted',
];

/** Number of leads by status. */
export function leadStatuses(leads: CampaignReport['leads']): (readonly [LeadStatus, number])[] {
  return ORDER.map((status) => [status, leads[status]] as const);
}
