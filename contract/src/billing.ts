import { z } from 'zod';
import { exportQuery } from './export.ts';
import { calendarDate, decimal, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp } from './timestamps.ts';

/** Kinds of ledger rows: the names in the price table, and movements without a price. */
export const CHARGE_KINDS = [
  'widget_message',
  'msgapp_message',
  'sms_message',
  'call_minute',
  'refund',
  'opening',
  'credit',
  'adjustment',
] as const;

export type ChargeKind = (typeof CHARGE_KINDS)[number];

/** US dollars with at most six decimals. */
export function dollars(max: number) {
  return decimal(0, max).refine(
    (value) => typeof value !== 'number' || /^-?\d+(\.\d{1,6})?$/.test(String(value)),
    {
      error: ':field must not have more than 6 decimals.',
    },
  );
}

/** Dollars with exactly six decimals, as text: `-1.234500`. */
const exactDollars = z.string().regex(/^-?\d+\.\d{6}$/);
/** Dollars with 12 decimals, because one model call can cost less than a millionth of a dollar. */
const exactCost = z.string().regex(/^\d+\.\d{12}$/);

const range = { date_from: calendarDate().nullish(), date_to: calendarDate().nullish() };

export const rangeQuery = z.object(range);

const chargeFilters = {
  kind: z.enum(CHARGE_KINDS).nullish(),
  conversation: z.uuid({ error: ':field must be the UUID of a conversation.' }).nullish(),
  ...range,
};

export const chargesQuery = z.object({ ...chargeFilters, ...pageQuery() });

export const chargesExportQuery = z.object({ ...chargeFilters, ...exportQuery() });

export const charge = z
  .object({
    id: z.int(),
    kind: z.enum(CHARGE_KINDS),
    amount: z.number(),
    amount_exact: exactDollars,
    balance_effect: exactDollars,
    why: z.string(),
    conversation_id: z.uuid().nullable(),
    message_id: z.int().nullable(),
    reference: z
      .string()
      .nullable()
      .describe('The charged object if it is not a conversation or message, such as `sms:12`.'),
    created_at: isoTimestamp,
  })
  .describe(
    'One row of the ledger. `amount` is positive when the account paid; `balance_effect` is its negation.',
  );

export type Charge = z.output<typeof charge>;

export const chargePage = pageOf(charge);

const sum = { count: z.int(), amount: z.number(), amount_exact: exactDollars };

/** In dollars. `spent`: charges minus refunds. `added`: opening balance, credits and adjustments. */
const moved = { spent: z.number(), added: z.number() };

export const summaryResponse = z
  .object({
    data: z.object({
      balance: z.number(),
      balance_exact: exactDollars,
      in_range: z.object(moved),
      by_kind: z.array(z.object({ kind: z.enum(CHARGE_KINDS), ...sum })),
      by_day: z.array(z.object({ date: z.iso.date(), ...sum, ...moved })),
      proof: z.object({
        opening_balance: exactDollars,
        effect_in_range: exactDollars,
        effect_after_range: exactDollars,
        sum: exactDollars,
        balance: exactDollars,
        is_explained: z.boolean(),
      }),
    }),
  })
  .describe(
    '`proof`: the balance before the range, the effects of rows in and after it, and the balance that they add up to.',
  );

/** Dollars per million tokens; null with `unknown` if no price is configured. */
const modelPrice = z.object({
  model: z.string(),
  price: z.enum(['free', 'known', 'unknown']),
  input_per_million_tokens: z.number().nullable(),
  output_per_million_tokens: z.number().nullable(),
});

/** Dollars per minute transcribed, or per million characters synthesized; null with `unknown` if no price is configured. */
const speechPrice = z.object({
  kind: z.enum(['transcriber', 'synthesizer']),
  provider: z.string(),
  price: z.enum(['free', 'known', 'unknown']),
  amount: z.number().nullable(),
});

export const pricesResponse = z.object({
  data: z.object({
    currency: z.literal('USD'),
    prices: z.array(
      z.object({ name: z.string(), amount: z.number(), amount_exact: exactDollars, unit: z.string() }),
    ),
    models: z.array(modelPrice),
    speech: z.array(speechPrice),
  }),
});

/** `cost` is null if the cost of any call is unknown; `known_cost` is the sum of the known costs. */
const usage = {
  calls: z.int(),
  failed_calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  calls_without_tokens: z
    .int()
    .describe('Calls whose vendor reported no token counts; excluded from the sums above.'),
  cost: z.number().nullable(),
  cost_exact: exactCost.nullable(),
  known_cost: z.number(),
  known_cost_exact: exactCost,
  calls_without_cost: z.int(),
};

export const usageResponse = z.object({
  data: z.object({
    models: z.array(z.object({ model: z.string(), ...usage })),
    total: z.object(usage),
  }),
});

export const setBalanceRequest = z.object({ amount: dollars(1_000_000_000), note: text(255).nullish() });
export const balanceResponse = z.object({
  message: z.string(),
  data: z.object({ balance: z.number(), balance_exact: exactDollars }),
});
