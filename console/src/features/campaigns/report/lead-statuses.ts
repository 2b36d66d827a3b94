import type { LeadStatus } from '#contract/campaign-states.ts';
import type { CampaignReport } from '../../../data/campaigns.ts';

/** In the order in which leads come into them. */
const ORDER: readonly LeadStatus[] = [
  'created',
  'processing',
  'scheduled',
  'rescheduled',
  'completed',
  'reached-max-retries',
  'blacklisted',
];

/** How many leads are in each state. */
export function leadStatuses(leads: CampaignReport['leads']): (readonly [LeadStatus, number])[] {
  return ORDER.map((status) => [status, leads[status]] as const);
}
