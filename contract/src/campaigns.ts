import { z } from 'zod';
import { CAMPAIGN_STATUSES } from './campaign-states.ts';
import { flag, id, idList, instant, integer, TIME_OF_DAY, text, timeOfDay, timezone } from './fields.ts';
import { isoTimestamp } from './timestamps.ts';

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

/** The highest limit of any plan. */
export const MAX_PARALLEL_CALLS = 10;

/** Also as campaigns are read, so that one can be written back. */
const storedTimeOfDay = z.string().regex(/^(?:[01]?\d|2[0-3]):[0-5]\d(?::00)?$/, { error: TIME_OF_DAY });

const STARTS_AT = 'No call begins before this time. Null: calls begin when the campaign is started.';
const ENDS_AT =
  'No call begins at or after this time; the campaign then completes, even with leads left. Null: no end date.';

const requiredFields = { name: text(255), assistant_id: id() };

/** Null resets the field to its default. */
const optionalFields = {
  timezone: timezone().nullish(),
  max_calls_in_parallel: integer(1, MAX_PARALLEL_CALLS).nullish(),
  allowed_hours_start_time: timeOfDay()
    .nullish()
    .describe('A start after the end means that the window runs past midnight. The end minute is included.'),
  allowed_hours_end_time: timeOfDay().nullish(),
  allowed_days: z.array(z.enum(WEEKDAYS)).min(1).max(50).nullish().describe('Days on which windows begin.'),
  max_retries: integer(1, 5).nullish(),
  retry_interval: integer(10, 4320).nullish(),
  contact_pause: integer(0, 10_080).nullish(),
  retry_on_voicemail: flag().nullish(),
  retry_on_goal_incomplete: flag().nullish(),
  goal_completion_variable: text(255).nullish(),
  mark_complete_when_no_leads: flag().nullish(),
  phone_number_ids: idList().nullish(),
  starts_at: instant().nullish().describe(STARTS_AT),
  ends_at: instant().nullish().describe(ENDS_AT),
};

export const createCampaignRequest = z.object({ ...requiredFields, ...optionalFields });
export const updateCampaignRequest = z.object({
  ...z.object(requiredFields).partial().shape,
  ...optionalFields,
  allowed_hours_start_time: storedTimeOfDay.nullish(),
  allowed_hours_end_time: storedTimeOfDay.nullish(),
});

export type CreateCampaign = z.output<typeof createCampaignRequest>;
export type UpdateCampaign = z.output<typeof updateCampaignRequest>;

const storedTime = z.string().regex(/^\d\d:\d\d:\d\d$/);

export const campaign = z.object({
  id: z.int(),
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  max_calls_in_parallel: z.int(),
  mark_complete_when_no_leads: z.boolean(),
  allowed_hours_start_time: storedTime,
  allowed_hours_end_time: storedTime,
  allowed_days: z.array(z.enum(WEEKDAYS)),
  max_retries: z.int(),
  retry_interval: z.int().describe('Minutes between attempts.'),
  contact_pause: z
    .int()
    .describe(
      'Minutes after a call by another campaign of the account before this one calls the same number.',
    ),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
  assistant_id: z.int(),
  timezone: z.string(),
  retry_on_voicemail: z.boolean(),
  retry_on_goal_incomplete: z.boolean(),
  goal_completion_variable: z.string().nullable(),
  phone_number_ids: z
    .array(z.int())
    .describe(
      "Numbers to call from, in this order; empty means the assistant's number, or any number of the account. If every chosen number was released, the campaign cannot call until this list is changed.",
    ),
  has_chosen_numbers: z
    .boolean()
    .describe(
      'True if numbers were chosen. The campaign then uses only those, even when all were released and `phone_number_ids` is empty.',
    ),
  stop_reason: z
    .string()
    .nullable()
    .describe(
      'A sentence that explains why the campaign stopped automatically, or completed at its end date; otherwise null.',
    ),
  starts_at: isoTimestamp.nullable().describe(STARTS_AT),
  ends_at: isoTimestamp.nullable().describe(ENDS_AT),
  started_at: isoTimestamp.nullable(),
  completed_at: isoTimestamp.nullable(),
});

export type Campaign = z.output<typeof campaign>;

export const campaignListResponse = z.array(campaign);
export const campaignResponse = z.object({ data: campaign });
export const saveCampaignResponse = z.object({ message: z.string(), data: campaign });

export const updateStatusRequest = z
  .object({ campaign_id: id(), action: z.unknown().optional() })
  .describe('`action` is `start` or `stop`. Any other value is refused with 400 instead of a field error.');

export const updateStatusResponse = z.object({
  message: z.string(),
  success: z.literal(true),
  data: z.object({
    campaign_id: z.int(),
    status: z.enum(CAMPAIGN_STATUSES),
    warnings: z
      .array(z.string())
      .describe(
        'On start: goal settings without effect, and variables without a value in the leads or the assistant.',
      ),
  }),
});
