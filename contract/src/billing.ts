import { z } from 'zod';
import { calendarDate, decimal, text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isoTimestamp } from './timestamps.ts';

/** What rows of the ledger are for: names of the price table, and what moves money without a price. */
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

/** Dollars to the last of six decimals, as text: `-1.234500`. */
const exactDollars = z.string().regex(/^-?\d+\.\d{6}$/);
/** Costs of models go below a millionth of a dollar. */
const exactCost = z.string().regex(/^\d+\.\d{12}$/);

const range = { date_from: calendarDate().nullish(), date_to: calendarDate().nullish() };

export const rangeQuery = z.object(range);

export const chargesQuery = z.object({
  kind: z.enum(CHARGE_KINDS).nullish(),
  conversation: z.uuid({ error: ':field must be the UUID of a conversation.' }).nullish(),
  ...range,
  ...pageQuery(),
});

/** One row of the ledger. `amount` is above zero where the account paid; `balance_effect` is its opposite. */
export const charge = z.object({
  id: z.int(),
  kind: z.enum(CHARGE_KINDS),
  amount: z.number(),
  amount_exact: exactDollars,
  balance_effect: exactDollars,
  why: z.string(),
  conversation_id: z.uuid().nullable(),
  message_id: z.int().nullable(),
  /** What else is paid for, such as `sms:12`. */
  reference: z.string().nullable(),
  created_at: isoTimestamp,
});

export const chargePage = pageOf(charge);

const sum = { count: z.int(), amount: z.number(), amount_exact: exactDollars };

/** In dollars. `spent`: what was charged, less refunds. `added`: openings and credits, with adjustments. */
const moved = { spent: z.number(), added: z.number() };

/** `proof`: what was there before the range, what the range did, what came after it, and the balance that they make. */
export const summaryResponse = z.object({
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
});

/** Dollars for a million tokens; null and `unknown` where nobody has told. */
const modelPrice = z.object({
  model: z.string(),
  price: z.enum(['free', 'known', 'unknown']),
  input_per_million_tokens: z.number().nullable(),
  output_per_million_tokens: z.number().nullable(),
});

/** Dollars for a minute that is heard, or for a million characters that are spoken; null and `unknown` as above. */
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

/** `cost` is null as soon as one call's is not known; `known_cost` is the sum of the others. */
const usage = {
  calls: z.int(),
  failed_calls: z.int(),
  input_tokens: z.int(),
  output_tokens: z.int(),
  /** Calls whose model did not say how much it read or wrote: they are not in the sums above. */
  calls_without_tokens: z.int(),
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
