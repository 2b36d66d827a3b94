import { z } from 'zod';
import { account, loginRequest } from './accounts.ts';

export const consoleLoginRequest = loginRequest.pick({ email: true, password: true });

export const consoleLoginResponse = z.object({
  message: z.string(),
  user: account,
  csrf_token: z.string(),
});

export const consoleSessionResponse = z.object({
  user: account.extend({ total_balance: z.number() }),
  csrf_token: z.string(),
  version: z.string(),
  public_origin: z.string(),
  features: z.object({ sandbox: z.boolean(), registration: z.boolean() }),
});
