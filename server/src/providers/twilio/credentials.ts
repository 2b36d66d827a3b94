import { z } from 'zod';
import { ProviderError } from '../interfaces/provider-error.ts';

/** Values from the Twilio Console. */
export const twilioCredentials = z.object({
  account_sid: z
    .string()
    .regex(/^AC[0-9a-fA-F]{32}$/, 'The account SID must be AC followed by 32 hexadecimal digits.'),
  auth_token: z.string().min(1).max(255),
});

export type TwilioCredentials = z.output<typeof twilioCredentials>;

/** Throws a `ProviderError` for anything else. */
export function asTwilioCredentials(value: unknown): TwilioCredentials {
  const parsed = twilioCredentials.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new ProviderError('rejected', 'These credentials are not valid for a Twilio account.');
}
