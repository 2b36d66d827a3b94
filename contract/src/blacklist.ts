import { z } from 'zod';
import { text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { isChannelUserId, toCallable } from './phone-numbers.ts';
import { isoTimestamp } from './timestamps.ts';

export const blacklistQuery = z.object({
  /** Any part of the number. */
  phone_number: text(32).nullish(),
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

/** Each number is validated on its own, so that an invalid one affects no other. */
export const bulkBlacklistRequest = z.object({
  phone_numbers: z.array(z.unknown()).min(1).max(MAX_BULK_NUMBERS),
  /** For all of them; listed numbers keep theirs. */
  reason: text(255).nullish(),
});

export const bulkBlacklistResponse = z.object({
  message: z.string(),
  data: z.object({
    added: z.int(),
    listed: z.int(),
    invalid: z.int(),
    /** One for each item of `phone_numbers`, in the same order. */
    results: z.array(
      z.object({
        index: z.int(),
        /** `listed`: the number was on the list already. */
        status: z.enum(['added', 'listed', 'invalid']),
        /** In international format; null if invalid. */
        phone_number: z.string().nullable(),
        /** Why it is invalid; otherwise empty. */
        errors: z.array(z.string()),
      }),
    ),
  }),
});

/** A number that the account must not call or send messages to. */
export const blacklistedNumber = z.object({
  id: z.int(),
  /** E.164, or a channel's user id of a customer. */
  phone_number: z.string(),
  /** `request`: added through the API or console; `call`: the person asked during a call; `message`: they sent STOP. */
  source: z.enum(['request', 'call', 'message']),
  reason: z.string().nullable(),
  /** The call in which the person asked; otherwise null. */
  call_id: z.int().nullable(),
  created_at: isoTimestamp,
});

export type BlacklistedNumber = z.output<typeof blacklistedNumber>;

export const blacklistPage = pageOf(blacklistedNumber);
export const addToBlacklistResponse = z.object({ message: z.string(), data: blacklistedNumber });
