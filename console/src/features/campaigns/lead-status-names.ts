import type { LeadStatus } from '#contract/campaign-states.ts';
import type { LeadOrder } from '#contract/leads.ts';
import { namesOf } from '../../lib/names-of.ts';

/** Kept apart from the labels and the contract's schemas: the router of every page parses URLs with them. */
export const LEAD_STATUS_NAMES = namesOf<LeadStatus>({
  created: true,
  scheduled: true,
  processing: true,
  rescheduled: true,
  completed: true,
  'reached-max-retries': true,
  blacklisted: true,
});

export const LEAD_ORDER_NAMES = namesOf<LeadOrder>({
  created_at: true,
  updated_at: true,
  status: true,
  call_tries: true,
});
