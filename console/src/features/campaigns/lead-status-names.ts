import type { LeadStatus } from '#contract/campaign-states.ts';
import { namesOf } from '../../lib/names-of.ts';

/** Without their words, and without the contract's own list with its rules: addresses of every page are read by them. */
export const LEAD_STATUS_NAMES = namesOf<LeadStatus>({
  created: true,
  scheduled: true,
  processing: true,
  rescheduled: true,
  completed: true,
  'reached-max-retries': true,
  blacklisted: true,
});
