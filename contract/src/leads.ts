import { z } from 'zod';
import { missingVariable } from './campaign-start.ts';
import { LEAD_STATUSES, leftOut, waitingReason } from './campaign-states.ts';
import { calendarDate, externalId, flag, id, integer, queryFlag, text, variables } from './fields.ts';
import { changeQuery, pageOf, pageQuery, sortDirection } from './pagination.ts';
import { countryCode, e164 } from './phone-numbers.ts';
import { isoTimestamp, plainTimestamp } from './timestamps.ts';

export const MAX_SECONDARY_CONTACTS = 10;

const secondaryContact = z.object({
  phone_number: e164(),
  variables: variables().nullish(),
  external_id: externalId().nullish().describe('If absent, a number that stays keeps its id.'),
});

const secondaryContacts = z.array(secondaryContact).max(MAX_SECONDARY_CONTACTS);

export const createLeadRequest = z.object({
  phone_number: e164(),
  campaign_id: id(),
  variables: variables().nullish(),
  external_id: externalId()
    .nullish()
    .describe('If the campaign has a lead with this id, that lead is changed, and its variables are merged.'),
  allow_dupplicate: flag().nullish().describe('Allows a second lead with the same number in a campaign.'),
  secondary_contacts: secondaryContacts
    .nullish()
    .describe('Other numbers, called in order when the previous one does not answer.'),
});

export type CreateLead = z.output<typeof createLeadRequest>;

export const updateLeadRequest = z
  .object({
    phone_number: e164().optional(),
    campaign_id: id()
      .optional()
      .describe(
        'Moves the lead to another campaign, where it starts over. Its calls stay with the campaign that made them.',
      ),
    variables: variables().nullish().describe('Merged into the stored variables.'),
    external_id: externalId().nullish().describe('Unique in the campaign; null removes it.'),
    status: z
      .enum(['created', 'completed', 'reached-max-retries'])
      .optional()
      .describe('`created`: the lead is called again, with all its attempts.'),
    secondary_contacts: secondaryContacts
      .nullish()
      .describe('Replaces the list. Numbers that stay keep their status.'),
  })
  .describe('Fields that are not sent stay unchanged.');

export type UpdateLead = z.output<typeof updateLeadRequest>;

export const MAX_BULK_LEADS = 10_000;

export const bulkLead = createLeadRequest
  .omit({ campaign_id: true, allow_dupplicate: true })
  .describe('An item of `leads`.');

export type BulkLead = z.output<typeof bulkLead>;

export const bulkLeadsRequest = z.object({
  campaign_id: id(),
  allow_dupplicate: flag().nullish(),
  leads: z
    .array(z.unknown())
    .min(1)
    .max(MAX_BULK_LEADS)
    .describe(
      'Objects with the fields of `POST /user/lead`. Each is validated on its own, so that an invalid one affects no other.',
    ),
});

export const bulkLeadsResponse = z.object({
  message: z.string(),
  data: z.object({
    created: z.int(),
    updated: z.int(),
    duplicates: z.int(),
    invalid: z.int(),
    results: z
      .array(
        z.object({
          index: z.int(),
          status: z
            .enum(['created', 'updated', 'duplicate', 'invalid'])
            .describe(
              '`updated`: a lead of the campaign has the external id. `duplicate`: a lead has the number; nothing was stored.',
            ),
          id: z.int().nullable().describe('The created or updated lead; otherwise null.'),
          external_id: z.string().nullable(),
          errors: z.record(z.string(), z.array(z.string())).describe('By field; empty unless invalid.'),
        }),
      )
      .describe('One for each item of `leads`, in the same order.'),
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
  last_outcome: z
    .string()
    .nullable()
    .describe('Outcome of the last finished call; null before the first call ends.'),
  left_out: leftOut.nullable().describe('Why this number is never called; null if it can be called.'),
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
  call_tries: z.int().describe('Calls to all numbers of the lead.'),
  retries: z.int().describe('Scheduled retries: passes over all numbers after the first pass.'),
  last_outcome: z.string().nullable(),
  goal_met: z.boolean().nullable().describe('Null if the campaign has no goal, or the outcome is unknown.'),
  due_at: isoTimestamp.nullable().describe('Earliest time of the next call; null if no call is scheduled.'),
  left_out: leftOut
    .nullable()
    .describe("Why the lead's own number is never called; null if it can be called."),
  waiting: waitingReason.nullable().describe('Why the lead is waiting; null if it is finished.'),
});

export type Lead = z.output<typeof lead>;

export const leadResponse = z.object({ data: lead });
export const saveLeadResponse = z.object({ message: z.string(), data: lead });

/** Fields by which leads can be sorted. */
export const LEAD_ORDERS = ['created_at', 'updated_at', 'status', 'call_tries'] as const;
export type LeadOrder = (typeof LEAD_ORDERS)[number];

export const leadsQuery = z.object({
  status: z.enum(LEAD_STATUSES).nullish(),
  campaign_id: id().nullish(),
  phone_number: text(32).nullish().describe("Any part of the lead's own number."),
  external_id: externalId().nullish(),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  order_by: z.enum(LEAD_ORDERS).nullish().describe('Sort field. Default: newest first.'),
  direction: sortDirection().nullish(),
  ...changeQuery(),
  ...pageQuery(),
});

export const leadPage = pageOf(lead);

export const importLeadsQuery = z.object({
  dry_run: queryFlag().nullish().describe('Dry run: reports the result without storing anything.'),
  allow_dupplicate: queryFlag().nullish(),
  max_errors: integer(1, 10_000)
    .nullish()
    .describe('Maximum number of rejected rows in the response; 100 by default.'),
  errors_after: integer(0, Number.MAX_SAFE_INTEGER)
    .nullish()
    .describe('Lists only rejected rows after this row, for paging.'),
  phone_column: text(255)
    .nullish()
    .describe('Name of the phone number column; by default recognized by its name.'),
  secondary_columns: text(2600)
    .nullish()
    .describe('Names of the secondary number columns, in order, separated by commas.'),
  external_id_column: text(255)
    .nullish()
    .describe(
      "Name of the column with the leads' ids in your own system; empty to use no column. By default recognized by its name, unless leads with different numbers have the same value.",
    ),
  country_code: countryCode().nullish().describe('Accepts national numbers of this country.'),
  assume_international: queryFlag()
    .nullish()
    .describe('Reads numbers without a plus sign as international ones: spreadsheets remove it.'),
  sheet: text(255).nullish().describe('Name of the sheet of a workbook; by default the first one with data.'),
  delimiter: z.enum([',', ';', '|', 'tab']).nullish().describe('Detected from the file by default.'),
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
  sheet: z.string().nullable().describe('Name of the imported sheet of a workbook; null for other files.'),
  header_row: z.int().describe('Number of the row with the column names.'),
  columns: z
    .object({
      phone_number: z.string(),
      secondary: z.array(z.string()),
      external_id: z.string().nullable().describe('Null without external ids.'),
      variables: z.array(z.string()),
      available: z.array(z.string()).describe('All column names. A repeated name has a number: `Notes (2)`.'),
    })
    .describe("How the file's columns were interpreted."),
  sample: z
    .array(
      z.object({
        phone_number: z.string(),
        secondary: z.array(z.string()),
        variables: z.record(z.string(), z.unknown()),
      }),
    )
    .describe('The first valid rows, as leads.'),
  guesses: z.array(z.string()).describe('Decisions that the file left open, in sentences.'),
  rows: z
    .int()
    .describe('Rows after the header: the sum of `created`, `updated`, `duplicates` and `invalid`.'),
  created: z.int(),
  updated: z.int().describe('Rows that match a lead of the campaign by external id.'),
  blacklisted: z
    .int()
    .describe('Created leads whose numbers are on the do-not-call list and are never called.'),
  duplicates: z.int(),
  repeated: z
    .int()
    .describe('Duplicates of an earlier row of the file. The other duplicates are already in the campaign.'),
  invalid: z.int(),
  errors: z
    .array(z.object({ row: z.int(), column: z.string(), message: z.string() }))
    .describe("The first rejected rows; the file's first row is row 1."),
  more_errors: z.int().describe('Number of rejected rows after those in `errors`.'),
  warnings: z
    .array(z.string())
    .describe(
      "Warnings about variables of the campaign's assistant that have no value in the file or the assistant.",
    ),
  missing_variables: z
    .array(missingVariable)
    .describe('Variables of the assistant that rows have no value for, with what these leads hear instead.'),
});

export const importLeadsResponse = z.object({ message: z.string(), data: importReport });
