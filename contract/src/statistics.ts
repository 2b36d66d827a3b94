import { z } from 'zod';
import { CALL_STATUSES } from './calls.ts';
import { calendarDate } from './fields.ts';

export const statisticsQuery = z
  .object({ from: calendarDate().nullish(), to: calendarDate().nullish() })
  .describe("Days in the account's time zone, both inclusive; by default the last 30. At most 366.");

const figures = {
  calls: z
    .object(Object.fromEntries(CALL_STATUSES.map((status) => [status, z.int()])))
    .describe('Calls that began, by status.'),
  call_minutes: z.number().describe('Connected time.'),
  conversations: z
    .int()
    .describe('Excludes conversations in which a visitor only opened the widget, and their greetings.'),
  messages: z.int(),
  spend: z.number().describe('Dollars charged, minus refunds.'),
  failed_calls: z.int(),
  failed_deliveries: z.int().describe('Webhook deliveries that failed permanently.'),
  failed_documents: z.int(),
  latency_p50_ms: z
    .int()
    .nullable()
    .describe(
      "Time from the end of the customer's speech to the first audio of the answer; null without answers.",
    ),
  latency_p95_ms: z.int().nullable(),
};

export const statisticsResponse = z.object({
  data: z.object({
    timezone: z.string().describe('IANA name.'),
    from: z.string(),
    to: z.string(),
    days: z
      .array(z.object({ day: z.string(), ...figures }))
      .describe('One entry per day of the range, oldest first.'),
    total: z.object(figures),
  }),
});
