import { z } from 'zod';
import { CAMPAIGN_STATUSES } from './campaign-states.ts';
import { isoTimestamp } from './timestamps.ts';

const count = z.int().min(0);

/** Minutes since midnight, local time of the called person; the end is exclusive. */
const callingHours = z.object({ start_minute: count, end_minute: count });

export const campaignLimits = z
  .object({
    campaigns: count,
    max_calls_in_parallel: count.describe('Maximum concurrent calls of one campaign.'),
    calling_hours: callingHours,
    sandbox_calling_hours: callingHours.describe(
      'Calling hours of campaigns that call only from sandbox numbers.',
    ),
  })
  .describe('Limits of the installation for an account, and the hours in which calls are allowed.');

export const campaignLimitsResponse = z.object({ data: campaignLimits });

export const campaignProgress = z.object({
  campaign_id: z.int(),
  leads: count,
  finished: count.describe('Leads that will not be called again.'),
  ringing: count.describe('Calls that are dialing or ringing.'),
  talking: count,
});

export type CampaignProgress = z.output<typeof campaignProgress>;

export const campaignProgressResponse = z.object({ data: z.array(campaignProgress) });

/** A call in progress. */
const liveCall = z.object({
  call_id: z.int(),
  lead_id: z.int().nullable().describe('Null if the lead was deleted.'),
  phone_number: z.string().nullable(),
  status: z.enum(['initiated', 'ringing', 'in-progress']),
  since: isoTimestamp.describe('When the call entered this status.'),
});

export const campaignMonitor = z
  .object({
    id: z.int(),
    status: z.enum(CAMPAIGN_STATUSES),
    generated_at: isoTimestamp,
    places: count.describe('Maximum concurrent calls.'),
    hints: z
      .array(z.string())
      .describe(
        'Sentences about settings without effect, and about what prevents the campaign from calling.',
      ),
    live: z.array(liveCall).describe('Calls or attempts, oldest first.'),
    leads: z.object({ total: count, finished: count }),
    today: z
      .object({
        calls: count,
        running: count.describe(
          'Calls still in progress. As in the report, they are not yet counted as answered.',
        ),
        answered: count.describe('Finished calls in which a person spoke.'),
      })
      .describe("Since midnight in the campaign's time zone."),
    minutes: z
      .array(count)
      .describe('Calls started in each of the last 15 minutes; the last entry is the current minute.'),
  })
  .describe('The current state of a campaign.');

export type CampaignMonitor = z.output<typeof campaignMonitor>;

export const campaignMonitorResponse = z.object({ data: campaignMonitor });
