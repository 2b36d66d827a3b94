import { z } from 'zod';
import { CAMPAIGN_STATUSES, leftOut, waitingReason } from './campaign-states.ts';
import { isoTimestamp } from './timestamps.ts';

const count = z.int().min(0);
/** From 0 to 1; null: of nothing. */
const rate = z.number().min(0).max(1).nullable();
const dollars = z.number().min(0);

/** Calls that are over, by how they ended. */
const attempts = z.object({
  /** All that were begun. */
  total: count,
  running: count,
  /** A person spoke, or nobody knows who did. */
  answered: count,
  machine: count,
  no_answer: count,
  busy: count,
  failed: count,
  /** Of those that are over. */
  answer_rate: rate,
});

export const campaignReport = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  timezone: z.string(),
  generated_at: isoTimestamp,
  /** Of all leads, how many came how far. */
  funnel: z.object({
    leads: count,
    /** At least one call was begun. */
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
    /** Of leads that were called and are there still. */
    per_called_lead: z.number().nullable(),
    /** Seconds from the answer to the end. */
    average_duration: z.number().nullable(),
  }),
  /** Leads by their goal; null: the campaign has none. */
  goal: z
    .object({
      variable: z.string(),
      met: count,
      missed: count,
      /** Of those of which it is known. */
      rate,
    })
    .nullable(),
  cost: z.object({
    /** Of all its calls. */
    total: dollars,
    /** Of the calls to leads that are there still, as the goals are. */
    per_answered_lead: dollars.nullable(),
    per_goal: dollars.nullable(),
  }),
  /** Hours of the campaign's zone in which calls were begun, in their order. */
  hours: z.array(attempts.omit({ running: true }).extend({ hour: z.int().min(0).max(23) })),
  /** Leads that are not over, by why they are not called just now; the largest group first. */
  waiting: z.array(waitingReason.extend({ leads: count })),
  /** Numbers of leads that are never called, by why; most of them first. */
  left_out: z.array(leftOut.extend({ numbers: count })),
});

export type CampaignReport = z.output<typeof campaignReport>;

export const campaignReportResponse = z.object({ data: campaignReport });
