import { z } from 'zod';
import { instant, text } from './fields.ts';
import { role } from './role-field.ts';
import { isoTimestamp } from './timestamps.ts';

export const emailAddress = z
  .email({
    // Accepts addresses without a dot in the domain, such as `owner@localhost`.
    pattern: /^[^\s@]+@[^\s@]+$/,
    error: ':field must be a valid email address.',
  })
  .max(255);

export const loginRequest = z.object({
  email: emailAddress,
  password: text(1024),
  token_name: text(255).nullish(),
  code: text(32)
    .nullish()
    .describe('Only if you have a second factor: the code of your authenticator app, or a recovery code.'),
});

export const registerRequest = z.object({
  name: text(255),
  email: emailAddress,
  password: text(1024, 8),
});

export const passwordResetRequest = z.object({ email: emailAddress });

export const setPasswordRequest = z.object({ password: text(1024, 8) });

export const account = z.object({ id: z.int(), name: z.string(), email: z.string() });

export const loginResponse = z.object({
  message: z.string(),
  user: account,
  token: z.string(),
  token_name: z.string(),
});

export const meResponse = z.object({ name: z.string(), email: z.string(), total_balance: z.number() });

export const messageResponse = z.object({ message: z.string() });

export const createApiKeyRequest = z.object({
  name: text(255),
  expires_at: instant().nullish(),
  role: role.nullish().describe('Role of the key, `admin` by default; at most your own role.'),
});

export const createApiKeyResponse = z.object({
  message: z.string(),
  api_key: z.object({ name: z.string(), token: z.string(), created_at: isoTimestamp }),
});

export const apiKey = z.object({
  id: z.int(),
  name: z.string(),
  last_used_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
});

export const listApiKeysResponse = z.object({ api_keys: z.array(apiKey) });
