import { z } from 'zod';
import { CAMPAIGN_STATUSES } from './campaign-states.ts';
import { isoTimestamp } from './timestamps.ts';

const count = z.int().min(0);

/** Minutes from midnight on the clock of whoever is called; the end does not belong to it. */
const callingHours = z.object({ start_minute: count, end_minute: count });

/** What the installation allows an account, and when it lets anybody be called. */
export const campaignLimits = z.object({
  campaigns: count,
  /** Calls that one campaign may have under way. */
  max_calls_in_parallel: count,
  calling_hours: callingHours,
  /** Of campaigns that call from numbers of the sandbox alone. */
  sandbox_calling_hours: callingHours,
});

export const campaignLimitsResponse = z.object({ data: campaignLimits });

/** How far a campaign is. */
export const campaignProgress = z.object({
  campaign_id: z.int(),
  leads: count,
  /** Of them, those that are not called any more. */
  finished: count,
  /** Calls that are being dialled or ring. */
  ringing: count,
  talking: count,
});

export type CampaignProgress = z.output<typeof campaignProgress>;

export const campaignProgressResponse = z.object({ data: z.array(campaignProgress) });

/** A call that is under way. */
const liveCall = z.object({
  call_id: z.int(),
  /** Null: the lead is deleted. */
  lead_id: z.int().nullable(),
  phone_number: z.string().nullable(),
  status: z.enum(['initiated', 'ringing', 'in-progress']),
  /** When it came into that status. */
  since: isoTimestamp,
});

/** A campaign as it is at this moment. */
export const campaignMonitor = z.object({
  id: z.int(),
  status: z.enum(CAMPAIGN_STATUSES),
  generated_at: isoTimestamp,
  /** Calls that may be under way at a time. */
  places: count,
  /** Settings that do nothing as they stand, and what keeps it from calling at all, in words. */
  hints: z.array(z.string()),
  /** Oldest first. */
  live: z.array(liveCall),
  leads: z.object({ total: count, finished: count }),
  /** Since midnight in the campaign's zone. */
  today: z.object({
    calls: count,
    /** Of them, those that are not over: who answers them is not counted yet, as in the report. */
    running: count,
    /** Of them, those that are over and in which a person spoke. */
    answered: count,
  }),
  /** Calls that were begun in each of the last 15 minutes, the running one last. */
  minutes: z.array(count),
});

export type CampaignMonitor = z.output<typeof campaignMonitor>;

export const campaignMonitorResponse = z.object({ data: campaignMonitor });
