import { z } from 'zod';
import { text } from './fields.ts';
import { pageOf, pageQuery } from './pagination.ts';
import { e164 } from './phone-numbers.ts';
import { isoTimestamp } from './timestamps.ts';

export const blacklistQuery = z.object({
  /** Part of the number. */
  phone_number: text(32).nullish(),
  ...pageQuery(),
});

export const addToBlacklistRequest = z.object({ phone_number: e164(), reason: text(255).nullish() });

/** A number that the account must not call or send messages to. */
export const blacklistedNumber = z.object({
  id: z.int(),
  phone_number: z.string(),
  /** `request`: the account said so; `call`: they said so in a call; `message`: they wrote STOP. */
  source: z.enum(['request', 'call', 'message']),
  reason: z.string().nullable(),
  /** The call in which they said so; null: none. */
  call_id: z.int().nullable(),
  created_at: isoTimestamp,
});

export type BlacklistedNumber = z.output<typeof blacklistedNumber>;

export const blacklistPage = pageOf(blacklistedNumber);
export const addToBlacklistResponse = z.object({ message: z.string(), data: blacklistedNumber });
