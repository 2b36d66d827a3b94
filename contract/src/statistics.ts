import { z } from 'zod';
import { CALL_STATUSES } from './calls.ts';
import { calendarDate } from './fields.ts';

/** Days in the account's time zone, both inclusive; by default the last 30. At most 366. */
export const statisticsQuery = z.object({ from: calendarDate().nullish(), to: calendarDate().nullish() });

const figures = {
  /** Calls that began, by status. */
  calls: z.object(Object.fromEntries(CALL_STATUSES.map((status) => [status, z.int()]))),
  /** Connected time. */
  call_minutes: z.number(),
  /** Excludes conversations in which a visitor only opened the widget, and their greetings. */
  conversations: z.int(),
  messages: z.int(),
  /** Dollars charged, minus refunds. */
  spend: z.number(),
  failed_calls: z.int(),
  /** Webhook deliveries that failed permanently. */
  failed_deliveries: z.int(),
  failed_documents: z.int(),
  /** Time from the end of the customer's speech to the first audio of the answer; null without answers. */
  latency_p50_ms: z.int().nullable(),
  latency_p95_ms: z.int().nullable(),
};

export const statisticsResponse = z.object({
  data: z.object({
    /** IANA name. */
    timezone: z.string(),
    from: z.string(),
    to: z.string(),
    /** One entry per day of the range, oldest first. */
    days: z.array(z.object({ day: z.string(), ...figures })),
    total: z.object(figures),
  }),
});
