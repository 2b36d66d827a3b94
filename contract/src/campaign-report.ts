import { z } from 'zod';
import { CAMPAIGN_STATUSES, leftOut, waitingReason } from './campaign-states.ts';
import { isoTimestamp } from './timestamps.ts';

const count = z.int().min(0);
/** From 0 to 1; null if there is nothing to divide by. */
const rate = z.number().min(0).max(1).nullable();
const dollars = z.number().min(0);

/** Finished calls by outcome. */
const attempts = z.object({
  total: count.describe('All calls that were started.'),
  running: count,
  answered: count.describe('A person spoke, or the speaker is unknown.'),
  machine: count,
  no_answer: count,
  busy: count,
  failed: count,
  answer_rate: rate.describe('Share of finished calls.'),
});

export const campaignReport = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  timezone: z.string(),
  generated_at: isoTimestamp,
  funnel: z
    .object({
      leads: count,
      called: count.describe('At least one call was started.'),
      answered: count,
      converted: count.describe('The goal was met.'),
    })
    .describe('Number of leads that reached each step.'),
  leads: z.object({
    created: count,
    scheduled: count,
    processing: count,
    rescheduled: count,
    completed: count,
    'reached-max-retries': count,
    blacklisted: count,
  }),
  attempts: attempts.extend({
    per_called_lead: z
      .number()
      .nullable()
      .describe('Attempts per called lead, without deleted leads; null before the first call.'),
    average_duration: z.number().nullable().describe('Seconds from answer to end.'),
  }),
  goal: z
    .object({
      variable: z.string(),
      met: count,
      missed: count,
      /** `met` as a share of the leads with a known outcome. */
      rate,
    })
    .nullable()
    .describe('Leads by goal outcome; null if the campaign has no goal.'),
  cost: z.object({
    /** Cost of all calls of the campaign. */
    total: dollars,
    per_answered_lead: dollars
      .nullable()
      .describe(
        'Cost of the calls to leads that were not deleted, divided by the number of these leads that answered.',
      ),
    per_goal: dollars.nullable(),
  }),
  hours: z
    .array(attempts.omit({ running: true }).extend({ hour: z.int().min(0).max(23) }))
    .describe("Hours with calls, in the campaign's time zone, in order."),
  waiting: z
    .array(waitingReason.extend({ leads: count }))
    .describe('Unfinished leads by the reason they are waiting; largest group first.'),
  left_out: z
    .array(leftOut.extend({ numbers: count }))
    .describe('Numbers that are never called, by reason; largest group first.'),
});

export type CampaignReport = z.output<typeof campaignReport>;

export const campaignReportResponse = z.object({ data: campaignReport });
