import { z } from 'zod';
import { CAMPAIGN_STATUSES } from './campaign-states.ts';
import { isoTimestamp } from './timestamps.ts';

const count = z.int().min(0);

/** Minutes since midnight, local time of the called person; the end is exclusive. */
const callingHours = z.object({ start_minute: count, end_minute: count });

/** Limits of the installation for an account, and the hours in which calls are allowed. */
export const campaignLimits = z.object({
  campaigns: count,
  /** Maximum concurrent calls of one campaign. */
  max_calls_in_parallel: count,
  calling_hours: callingHours,
  /** Calling hours of campaigns that call only from sandbox numbers. */
  sandbox_calling_hours: callingHours,
});

export const campaignLimitsResponse = z.object({ data: campaignLimits });

export const campaignProgress = z.object({
  campaign_id: z.int(),
  leads: count,
  /** Leads that will not be called again. */
  finished: count,
  /** Calls that are dialing or ringing. */
  ringing: count,
  talking: count,
});

export type CampaignProgress = z.output<typeof campaignProgress>;

export const campaignProgressResponse = z.object({ data: z.array(campaignProgress) });

/** A call in progress. */
const liveCall = z.object({
  call_id: z.int(),
  /** Null if the lead was deleted. */
  lead_id: z.int().nullable(),
  phone_number: z.string().nullable(),
  status: z.enum(['initiated', 'ringing', 'in-progress']),
  /** When the call entered this status. */
  since: isoTimestamp,
});

/** The current state of a campaign. */
export const campaignMonitor = z.object({
  id: z.int(),
  status: z.enum(CAMPAIGN_STATUSES),
  generated_at: isoTimestamp,
  /** Maximum concurrent calls. */
  places: count,
  /** Sentences about settings without effect, and about what prevents the campaign from calling. */
  hints: z.array(z.string()),
  /** Oldest first. */
  live: z.array(liveCall),
  leads: z.object({ total: count, finished: count }),
  /** Since midnight in the campaign's time zone. */
  today: z.object({
    calls: count,
    /** Calls still in progress. As in the report, they are not yet counted as answered. */
    running: count,
    /** Finished calls in which a person spoke. */
    answered: count,
  }),
  /** Calls started in each of the last 15 minutes; the last entry is the current minute. */
  minutes: z.array(count),
});

export type CampaignMonitor = z.output<typeof campaignMonitor>;

export const campaignMonitorResponse = z.object({ data: campaignMonitor });
