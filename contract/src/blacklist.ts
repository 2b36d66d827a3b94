import { z } from 'zod';
import { text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isChannelUserId, toCallable } from './phone-numbers.ts';
import { isoTimestamp } from './timestamps.ts';

export const blacklistQuery = z.object({
  phone_number: text(32).nullish().describe('Any part of the number.'),
  ...pageQuery(),
});

/** A phone number, or the channel's user id of a messaging customer without one (`US.13491208655302741918`). */
const listedCustomer = z
  .string()
  .max(160)
  .refine((value) => isChannelUserId(value) || toCallable(value) !== null, {
    error: ':field must be a valid phone number in international format.',
  });

export const addToBlacklistRequest = z.object({ phone_number: listedCustomer, reason: text(255).nullish() });

export const MAX_BULK_NUMBERS = 10_000;

export const bulkBlacklistRequest = z
  .object({
    phone_numbers: z.array(z.unknown()).min(1).max(MAX_BULK_NUMBERS),
    reason: text(255).nullish().describe('For all of them; listed numbers keep theirs.'),
  })
  .describe('Each number is validated on its own, so that an invalid one affects no other.');

export const bulkBlacklistResponse = z.object({
  message: z.string(),
  data: z.object({
    added: z.int(),
    listed: z.int(),
    invalid: z.int(),
    results: z
      .array(
        z.object({
          index: z.int(),
          status: z
            .enum(['added', 'listed', 'invalid'])
            .describe('`listed`: the number was on the list already.'),
          phone_number: z.string().nullable().describe('In international format; null if invalid.'),
          errors: z.array(z.string()).describe('Why it is invalid; otherwise empty.'),
        }),
      )
      .describe('One for each item of `phone_numbers`, in the same order.'),
  }),
});

export const blacklistedNumber = z
  .object({
    id: z.int(),
    phone_number: z.string().describe("E.164, or a channel's user id of a customer."),
    source: z
      .enum(['request', 'call', 'message'])
      .describe(
        '`request`: added through the API or console; `call`: the person asked during a call; `message`: they sent STOP.',
      ),
    reason: z.string().nullable(),
    call_id: z.int().nullable().describe('The call in which the person asked; otherwise null.'),
    created_at: isoTimestamp,
  })
  .describe('A number that the account must not call or send messages to.');

export type BlacklistedNumber = z.output<typeof blacklistedNumber>;

export const blacklistPage = pageOf(blacklistedNumber);
export const addToBlacklistResponse = z.object({ message: z.string(), data: blacklistedNumber });
