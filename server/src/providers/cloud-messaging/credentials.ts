import { z } from 'zod';
import { ProviderError } from '../interfaces/provider-error.ts';

const graphId = z.string().regex(/^\d{5,32}$/, 'An id of digits.');

/** What stands in the vendor's console under the app and its phone number. */
export const cloudCredentials = z.object({
  phone_number_id: graphId,
  business_account_id: graphId,
  access_token: z.string().min(1).max(2_000),
  /** Signs what the vendor sends. */
  app_secret: z.string().min(1).max(255),
  /** Chosen by the account; the vendor says it once, when the webhook is set up. */
  verify_token: z.string().min(1).max(255),
});

export type CloudCredentials = z.output<typeof cloudCredentials>;

/** Throws a `ProviderError` for anything else. */
export function asCloudCredentials(value: unknown): CloudCredentials {
  const parsed = cloudCredentials.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ProviderError('rejected', 'These are no credentials of a cloud messaging account.');
}
