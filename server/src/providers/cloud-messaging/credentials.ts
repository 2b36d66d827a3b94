import { z } from 'zod';
import { ProviderError } from '../interfaces/provider-error.ts';

const graphId = z.string().regex(/^\d{5,32}$/, ':field must have 5 to 32 digits.');

/** Values from the vendor's console. */
export const cloudCredentials = z.object({
  phone_number_id: graphId,
  business_account_id: graphId,
  access_token: z.string().min(1).max(2_000),
  /** Key of the vendor's webhook signatures. */
  app_secret: z.string().min(1).max(255),
  /** Chosen by the account; sent once by the vendor to verify the webhook. */
  verify_token: z.string().min(1).max(255),
});

export type CloudCredentials = z.output<typeof cloudCredentials>;

/** Throws a `ProviderError` for anything else. */
export function asCloudCredentials(value: unknown): CloudCredentials {
  const parsed = cloudCredentials.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ProviderError('rejected', 'These credentials are not valid for a cloud messaging account.');
}
