import { z } from 'zod';
import { LEAD_STATUSES, waitingReason } from './campaign-states.ts';
import { calendarDate, flag, id, text, variables } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { e164 } from './phone-numbers.ts';
import { isoTimestamp, plainTimestamp } from './timestamps.ts';

export const MAX_SECONDARY_CONTACTS = 10;

const secondaryContact = z.object({ phone_number: e164(), variables: variables().nullish() });

const secondaryContacts = z.array(secondaryContact).max(MAX_SECONDARY_CONTACTS);

export const createLeadRequest = z.object({
  phone_number: e164(),
  campaign_id: id(),
  variables: variables().nullish(),
  /** Permits a second lead of the same number in a campaign. */
  allow_dupplicate: flag().nullish(),
  /** Other numbers, called in their order when the one before did not answer. */
  secondary_contacts: secondaryContacts.nullish(),
});

export type CreateLead = z.output<typeof createLeadRequest>;

/** Only what is supplied changes. */
export const updateLeadRequest = z.object({
  phone_number: e164().optional(),
  /** Merged into those that are stored. */
  variables: variables().nullish(),
  /** `created`: called anew, with all its tries. */
  status: z.enum(['created', 'completed', 'reached-max-retries']).optional(),
  /** Replaces the list; a number that stays keeps what became of it. */
  secondary_contacts: secondaryContacts.nullish(),
});

export type UpdateLead = z.output<typeof updateLeadRequest>;

export const leadContact = z.object({
  id: z.int(),
  phone_number: z.string(),
  variables: z.record(z.string(), z.unknown()),
  status: z.enum(LEAD_STATUSES),
  created_at: plainTimestamp,
  updated_at: plainTimestamp,
  call_tries: z.int(),
  /** How its last call ended; null: none did. */
  last_outcome: z.string().nullable(),
});

export const lead = z.object({
  id: z.int(),
  campaign_id: z.int(),
  phone_number: z.string(),
  variables: z.record(z.string(), z.unknown()),
  status: z.enum(LEAD_STATUSES),
  created_at: plainTimestamp,
  updated_at: plainTimestamp,
  campaign: z.object({ id: z.int(), name: z.string() }),
  secondary_contacts: z.array(leadContact),
  /** Calls to any of its numbers. */
  call_tries: z.int(),
  /** Times that all of its numbers were tried in vain. */
  retries: z.int(),
  last_outcome: z.string().nullable(),
  /** Null: nobody asked, or nobody knows. */
  goal_met: z.boolean().nullable(),
  /** Not called before; null: it does not wait for a call. */
  due_at: isoTimestamp.nullable(),
  /** Why it is not being called at this moment; null: it waits for nothing any more. */
  waiting: waitingReason.nullable(),
});

export const leadResponse = z.object({ data: lead });
export const saveLeadResponse = z.object({ message: z.string(), data: lead });

export const leadsQuery = z.object({
  status: z.enum(LEAD_STATUSES).nullish(),
  campaign_id: id().nullish(),
  /** Part of the lead's own number. */
  phone_number: text(32).nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...pageQuery(),
});

export const leadPage = pageOf(lead);
