import { z } from 'zod';
import { isoTimestamp } from './timestamps.ts';

const count = z.int().min(0);

export const missingVariable = z
  .object({
    name: z.string().describe("As the assistant's texts write it."),
    leads: count.describe('Leads without a value for it.'),
    value: z
      .string()
      .nullable()
      .describe("What these leads hear: the assistant's own value. Null: the placeholder is left out."),
    examples: z.array(z.string()).describe('Phone numbers of up to three of these leads.'),
  })
  .describe("A variable that the assistant's texts use and that leads have no value for.");

export type MissingVariable = z.output<typeof missingVariable>;

export const campaignStartCheck = z
  .object({
    campaign_id: z.int(),
    can_start: z.boolean().describe('False if there are problems.'),
    problems: z.array(z.string()).describe('Why the campaign cannot start, in sentences, most urgent first.'),
    warnings: z
      .array(z.string())
      .describe('What may be unintended, in sentences. The campaign can start anyway.'),
    leads: z.object({
      total: count,
      waiting: count.describe('Leads that are still to be called.'),
      callable: count.describe('Waiting leads that can be called at some time before the end date.'),
      callable_now: count.describe('Waiting leads that may be called at once.'),
      do_not_call: count.describe('Leads on the do-not-call list. They are not called.'),
    }),
    numbers: z
      .array(z.object({ id: z.int(), phone_number: z.string(), provider: z.string() }))
      .describe('Numbers that the campaign calls from, in order of use.'),
    first_call_at: isoTimestamp
      .nullable()
      .describe('When the first call begins if the campaign is started now; null if no lead can be called.'),
    max_calls_in_parallel: count,
    cost: z
      .object({
        per_minute: z.number().describe('Price of a started call minute.'),
        minutes_per_call: z.number().describe('Billed minutes of an answered call.'),
        answered_percent: z
          .int()
          .min(0)
          .max(100)
          .describe('Percentage of the recent calls that were answered.'),
        based_on_calls: count.describe(
          'Recent calls of the assistant that the estimate is based on. 0: it assumes that everyone answers and talks for one minute.',
        ),
        total: z.number().describe('For calling each callable lead once.'),
      })
      .describe('An estimate in US dollars, without retries.'),
    balance: z.number(),
    covered_calls: count
      .nullable()
      .describe('Answered calls of that length that the balance covers; null if calls are free.'),
    missing_variables: z
      .array(missingVariable)
      .describe(
        'Variables of the assistant that leads have no value for, with what these leads hear instead.',
      ),
    checked_leads: count.describe('Waiting leads whose variables were checked, at most 20,000.'),
  })
  .describe('Facts for the decision to start a campaign.');

export type CampaignStartCheck = z.output<typeof campaignStartCheck>;

export const campaignStartCheckResponse = z.object({ data: campaignStartCheck });
