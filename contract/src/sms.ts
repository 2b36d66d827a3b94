import { z } from 'zod';
import { calendarDate, id, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { e164 } from './phone-numbers.ts';
import { isoTimestamp } from './timestamps.ts';

export const SMS_STATUSES = ['queued', 'sent', 'delivered', 'failed', 'undelivered', 'received'] as const;

export const SMS_DIRECTIONS = ['outbound', 'inbound'] as const;

/** Missing fields become null, so that rules between fields can tell them from invalid ones. */
const orNull = <Schema extends z.ZodType>(schema: Schema) => schema.nullable().default(null);

export const sendSmsRequest = z
  .object({
    from: orNull(id()),
    phone_number_id: orNull(id()),
    to: orNull(e164()),
    phone_number: orNull(e164()),
    body: orNull(text(1600)),
    message: orNull(text(1600)),
  })
  .describe(
    '`from` (the id of a number of the account), `to` and `body` are required. `phone_number_id`, `phone_number` and `message` are aliases.',
  );

export type SendSmsRequest = z.output<typeof sendSmsRequest>;

export const sms = z.object({
  id: z.int(),
  direction: z.enum(SMS_DIRECTIONS),
  phone_number_id: z.int().nullable().describe('Null if the account no longer has the number.'),
  from: z.string(),
  to: z.string(),
  body: z.string(),
  status: z.enum(SMS_STATUSES),
  message_sid: z.string().nullable().describe("The carrier's message id."),
  error_code: z.string().nullable(),
  error: z.string().nullable(),
  cost: z.number().describe('The amount charged, as in the ledger: the price of an SMS for each segment.'),
  segments: z.int().nullable().describe('Segments into which the network splits it; null for received SMS.'),
  created_at: isoTimestamp,
  updated_at: isoTimestamp,
});

export type SmsView = z.output<typeof sms>;

export const sendSmsResponse = z.object({ message: z.string(), data: sms });
export const smsResponse = z.object({ data: sms });

export const smsQuery = z.object({
  direction: z.enum(SMS_DIRECTIONS).nullish(),
  status: z.enum(SMS_STATUSES).nullish(),
  phone_number_id: id().nullish(),
  customer: text(32).nullish().describe('The full number of the other party, for both directions.'),
  date_from: calendarDate().nullish(),
  date_to: calendarDate().nullish(),
  ...pageQuery(),
});

export const smsPage = pageOf(sms);

export const sandboxSmsRequest = z
  .object({ to: id(), from: e164(), body: text(1600) })
  .describe("A customer's SMS to a sandbox number.");
export const sandboxSmsResponse = z.object({ data: sms });
