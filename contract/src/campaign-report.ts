import { z } from 'zod';
import { CAMPAIGN_STATUSES, leftOut, waitingReason } from './campaign-states.ts';
import { isoTimestamp } from './timestamps.ts';

const count = z.int().min(0);
/** From 0 to 1; null if there is nothing to divide by. */
const rate = z.number().min(0).max(1).nullable();
const dollars = z.number().min(0);

/** Finished calls by outcome. */
const attempts = z.object({
  /** All calls that were started. */
  total: count,
  running: count,
  /** A person spoke, or the speaker is unknown. */
  answered: count,
  machine: count,
  no_answer: count,
  busy: count,
  failed: count,
  /** Share of finished calls. */
  answer_rate: rate,
});

export const campaignReport = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  timezone: z.string(),
  generated_at: isoTimestamp,
  /** Number of leads that reached each step. */
  funnel: z.object({
    leads: count,
    /** At least one call was started. */
    called: count,
    answered: count,
    /** The goal was met. */
    converted: count,
  }),
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
    /** Attempts per called lead, without deleted leads; null before the first call. */
    per_called_lead: z.number().nullable(),
    /** Seconds from answer to end. */
    average_duration: z.number().nullable(),
  }),
  /** Leads by goal outcome; null if the campaign has no goal. */
  goal: z
    .object({
      variable: z.string(),
      met: count,
      missed: count,
      /** `met` as a share of the leads with a known outcome. */
      rate,
    })
    .nullable(),
  cost: z.object({
    /** Cost of all calls of the campaign. */
    total: dollars,
    /** Cost of the calls to leads that were not deleted, divided by the number of these leads that answered. */
    per_answered_lead: dollars.nullable(),
    per_goal: dollars.nullable(),
  }),
  /** Hours with calls, in the campaign's time zone, in order. */
  hours: z.array(attempts.omit({ running: true }).extend({ hour: z.int().min(0).max(23) })),
  /** Unfinished leads by the reason they are waiting; largest group first. */
  waiting: z.array(waitingReason.extend({ leads: count })),
  /** Numbers that are never called, by reason; largest group first. */
  left_out: z.array(leftOut.extend({ numbers: count })),
});

export type CampaignReport = z.output<typeof campaignReport>;

export const campaignReportResponse = z.object({ data: campaignReport });
