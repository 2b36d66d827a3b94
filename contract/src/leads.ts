import { z } from 'zod';
import { LEAD_STATUSES, leftOut, waitingReason } from './campaign-states.ts';
import { calendarDate, externalId, flag, id, integer, queryFlag, text, variables } from './fields.ts';
import { changeQuery, pageOf, pageQuery } from './pagination.ts';
import { countryCode, e164 } from './phone-numbers.ts';
import { isoTimestamp, plainTimestamp } from './timestamps.ts';

export const MAX_SECONDARY_CONTACTS = 10;

const secondaryContact = z.object({
  phone_number: e164(),
  variables: variables().nullish(),
  /** If absent, a number that stays keeps its id. */
  external_id: externalId().nullish(),
});

const secondaryContacts = z.array(secondaryContact).max(MAX_SECONDARY_CONTACTS);

export const createLeadRequest = z.object({
  phone_number: e164(),
  campaign_id: id(),
  variables: variables().nullish(),
  /** If the campaign has a lead with this id, that lead is changed, and its variables are merged. */
  external_id: externalId().nullish(),
  /** Allows a second lead with the same number in a campaign. */
  allow_dupplicate: flag().nullish(),
  /** Other numbers, called in order when the previous one does not answer. */
  secondary_contacts: secondaryContacts.nullish(),
});

export type CreateLead = z.output<typeof createLeadRequest>;

/** Fields that are not sent stay unchanged. */
export const updateLeadRequest = z.object({
  phone_number: e164().optional(),
  /** Moves the lead to another campaign, where it starts over. Its calls stay with the campaign that made them. */
  campaign_id: id().optional(),
  /** Merged into the stored variables. */
  variables: variables().nullish(),
  /** Unique in the campaign; null removes it. */
  external_id: externalId().nullish(),
  /** `created`: the lead is called again, with all its attempts. */
  status: z.enum(['created', 'completed', 'reached-max-retries']).optional(),
  /** Replaces the list. Numbers that stay keep their status. */
  secondary_contacts: secondaryContacts.nullish(),
});

export type UpdateLead = z.output<typeof updateLeadRequest>;

export const MAX_BULK_LEADS = 10_000;

/** Fields of a lead in `bulkLeadsRequest.leads`. */
export const bulkLead = createLeadRequest.omit({ campaign_id: true, allow_dupplicate: true });

export type BulkLead = z.output<typeof bulkLead>;

export const bulkLeadsRequest = z.object({
  campaign_id: id(),
  allow_dupplicate: flag().nullish(),
  /** Objects with the fields of `POST /user/lead`. Each is validated on its own, so that an invalid one affects no other. */
  leads: z.array(z.unknown()).min(1).max(MAX_BULK_LEADS),
});

export const bulkLeadsResponse = z.object({
  message: z.string(),
  data: z.object({
    created: z.int(),
    updated: z.int(),
    duplicates: z.int(),
    invalid: z.int(),
    /** One for each item of `leads`, in the same order. */
    results: z.array(
      z.object({
        index: z.int(),
        /** `updated`: a lead of the campaign has the external id. `duplicate`: a lead has the number; nothing was stored. */
        status: z.enum(['created', 'updated', 'duplicate', 'invalid']),
        /** The created or updated lead; otherwise null. */
        id: z.int().nullable(),
        external_id: z.string().nullable(),
        /** By field; empty unless invalid. */
        errors: z.record(z.string(), z.array(z.string())),
      }),
    ),
  }),
});

export const leadContact = z.object({
  id: z.int(),
  external_id: z.string().nullable(),
  phone_number: z.string(),
  variables: z.record(z.string(), z.unknown()),
  status: z.enum(LEAD_STATUSES),
  created_at: plainTimestamp,
  updated_at: plainTimestamp,
  call_tries: z.int(),
  /** Outcome of the last finished call; null before the first call ends. */
  last_outcome: z.string().nullable(),
  /** Why this number is never called; null if it can be called. */
  left_out: leftOut.nullable(),
});

export const lead = z.object({
  id: z.int(),
  external_id: z.string().nullable(),
  campaign_id: z.int(),
  phone_number: z.string(),
  variables: z.record(z.string(), z.unknown()),
  status: z.enum(LEAD_STATUSES),
  created_at: plainTimestamp,
  updated_at: plainTimestamp,
  campaign: z.object({ id: z.int(), name: z.string() }),
  secondary_contacts: z.array(leadContact),
  /** Calls to all numbers of the lead. */
  call_tries: z.int(),
  /** Scheduled retries: passes over all numbers after the first pass. */
  retries: z.int(),
  last_outcome: z.string().nullable(),
  /** Null if the campaign has no goal, or the outcome is unknown. */
  goal_met: z.boolean().nullable(),
  /** Earliest time of the next call; null if no call is scheduled. */
  due_at: isoTimestamp.nullable(),
  /** Why the lead's own number is never called; null if it can be called. */
  left_out: leftOut.nullable(),
  /** Why the lead is waiting; null if it is finished. */
  waiting: waitingReason.nullable(),
});

export type Lead = z.output<typeof lead>;

export const leadResponse = z.object({ data: lead });
export const saveLeadResponse = z.object({ message: z.string(), data: lead });

export const leadsQuery = z.object({
  status: z.enum(LEAD_STATUSES).nullish(),
  campaign_id: id().nullish(),
  /** Any part of the lead's own number. */
  phone_number: text(32).nullish(),
  external_id: externalId().nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...changeQuery(),
  ...pageQuery(),
});

export const leadPage = pageOf(lead);

export const importLeadsQuery = z.object({
  /** Dry run: reports the result without storing anything. */
  dry_run: queryFlag().nullish(),
  allow_dupplicate: queryFlag().nullish(),
  /** Maximum number of rejected rows in the response; 100 by default. */
  max_errors: integer(1, 10_000).nullish(),
  /** Lists only rejected rows after this row, for paging. */
  errors_after: integer(0, Number.MAX_SAFE_INTEGER).nullish(),
  /** Name of the phone number column; by default recognized by its name. */
  phone_column: text(255).nullish(),
  /** Names of the secondary number columns, in order, separated by commas. */
  secondary_columns: text(2600).nullish(),
  /**
   * Name of the column with the leads' ids in your own system; empty to use no column. By default recognized by its name,
   * unless leads with different numbers have the same value.
   */
  external_id_column: text(255).nullish(),
  /** Accepts national numbers of this country. */
  country_code: countryCode().nullish(),
  /** Reads numbers without a plus sign as international ones: spreadsheets remove it. */
  assume_international: queryFlag().nullish(),
  /** Name of the sheet of a workbook; by default the first one with data. */
  sheet: text(255).nullish(),
  /** Detected from the file by default. */
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
  /** Name of the imported sheet of a workbook; null for other files. */
  sheet: z.string().nullable(),
  /** Number of the row with the column names. */
  header_row: z.int(),
  /** How the file's columns were interpreted. */
  columns: z.object({
    phone_number: z.string(),
    secondary: z.array(z.string()),
    /** Null without external ids. */
    external_id: z.string().nullable(),
    variables: z.array(z.string()),
    /** All column names. A repeated name has a number: `Notes (2)`. */
    available: z.array(z.string()),
  }),
  /** The first valid rows, as leads. */
  sample: z.array(
    z.object({
      phone_number: z.string(),
      secondary: z.array(z.string()),
      variables: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Decisions that the file left open, in sentences. */
  guesses: z.array(z.string()),
  /** Rows after the header: the sum of `created`, `updated`, `duplicates` and `invalid`. */
  rows: z.int(),
  created: z.int(),
  /** Rows that match a lead of the campaign by external id. */
  updated: z.int(),
  /** Created leads whose numbers are on the do-not-call list and are never called. */
  blacklisted: z.int(),
  duplicates: z.int(),
  /** Duplicates of an earlier row of the file. The other duplicates are already in the campaign. */
  repeated: z.int(),
  invalid: z.int(),
  /** The first rejected rows; the file's first row is row 1. */
  errors: z.array(z.object({ row: z.int(), column: z.string(), message: z.string() })),
  /** Number of rejected rows after those in `errors`. */
  more_errors: z.int(),
  /** Warnings about variables of the campaign's assistant that have no value in the file or the assistant. */
  warnings: z.array(z.string()),
});

export const importLeadsResponse = z.object({ message: z.string(), data: importReport });
