import { z } from 'zod';
import { LEAD_STATUSES, leftOut, waitingReason } from './campaign-states.ts';
import { calendarDate, flag, id, integer, queryFlag, text, variables } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { countryCode, e164 } from './phone-numbers.ts';
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
  /** Why this number is never called; null: it takes its turns. */
  left_out: leftOut.nullable(),
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
  /** Further rounds over all of its numbers, after the first one: those that it was put off for. */
  retries: z.int(),
  last_outcome: z.string().nullable(),
  /** Null: nobody asked, or nobody knows. */
  goal_met: z.boolean().nullable(),
  /** Not called before; null: it does not wait for a call. */
  due_at: isoTimestamp.nullable(),
  /** Why its own number is never called; null: it takes its turns. */
  left_out: leftOut.nullable(),
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

export const importLeadsQuery = z.object({
  /** Says what would happen, and stores nothing. */
  dry_run: queryFlag().nullish(),
  allow_dupplicate: queryFlag().nullish(),
  /** So many rows that did not become leads are told of; absent: 100. */
  max_errors: integer(1, 10_000).nullish(),
  /** Those behind this row alone: the last one that was told of before. */
  errors_after: integer(0, Number.MAX_SAFE_INTEGER).nullish(),
  /** Name of the column of phone numbers; absent: the one that is named like it. */
  phone_column: text(255).nullish(),
  /** Names of the columns of secondary numbers, in their order, joined by commas. */
  secondary_columns: text(2600).nullish(),
  /** Lets numbers be written as in that country. */
  country_code: countryCode().nullish(),
  /** Absent: as the file itself shows. */
  delimiter: z.enum([',', ';', '|', 'tab']).nullish(),
  charset: z
    .string()
    .max(64)
    .refine(isCharset, { error: ':field must be a charset such as utf-8 or windows-1250.' })
    .nullish(),
});

function isCharset(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

export const importReport = z.object({
  dry_run: z.boolean(),
  charset: z.string(),
  delimiter: z.string(),
  /** What the columns of the file were taken for. */
  columns: z.object({
    phone_number: z.string(),
    secondary: z.array(z.string()),
    variables: z.array(z.string()),
  }),
  /** Without the first one: `created`, `duplicates` and `invalid` make the sum. */
  rows: z.int(),
  created: z.int(),
  /** Of the created ones: their numbers are on the blacklist, and never called. */
  blacklisted: z.int(),
  duplicates: z.int(),
  /** Of the duplicates: their numbers stand above in the file. The others' stand in the campaign. */
  repeated: z.int(),
  invalid: z.int(),
  /** The first rows that did not become leads; the first row of the file is row 1. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  /** How many more there are behind them. */
  more_errors: z.int(),
  /** Sentences about variables of the campaign's assistant without a value in a column or the assistant. */
  warnings: z.array(z.string()),
});

export const importLeadsResponse = z.object({ message: z.string(), data: importReport });
