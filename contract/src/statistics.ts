import { z } from 'zod';
import { CALL_STATUSES } from './calls.ts';
import { calendarDate } from './fields.ts';

/** Days of the account's own zone, both included; absent: the last thirty. At most 366. */
export const statisticsQuery = z.object({ from: calendarDate().nullish(), to: calendarDate().nullish() });

const figures = {
  /** Calls that began, by how they stand. */
  calls: z.object(Object.fromEntries(CALL_STATUSES.map((status) => [status, z.int()]))),
  /** Time in which somebody was on the line. */
  call_minutes: z.number(),
  /** Those in which a visitor of a website only opened the widget are not among them, nor is their greeting. */
  conversations: z.int(),
  messages: z.int(),
  /** Dollars: what was paid, less what was given back. */
  spend: z.number(),
  failed_calls: z.int(),
  /** Webhooks that were given up. */
  failed_deliveries: z.int(),
  failed_documents: z.int(),
  /** From the customer's last sound to the first of the answer; null: nobody was answered. */
  latency_p50_ms: z.int().nullable(),
  latency_p95_ms: z.int().nullable(),
};

export const statisticsResponse = z.object({
  data: z.object({
    /** IANA name. */
    timezone: z.string(),
    from: z.string(),
    to: z.string(),
    /** Every day of the range, oldest first. */
    days: z.array(z.object({ day: z.string(), ...figures })),
    total: z.object(figures),
  }),
});
