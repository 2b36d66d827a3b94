import { z } from 'zod';
import { defineJob } from '../../work/define-job.ts';

/** Mails a link that sets a new password. Retries for half an hour if the SMTP server is unavailable. */
export const mailResetJob = defineJob({
  name: 'accounts:mail-reset',
  payload: z.object({ email: z.string() }),
  maxAttempts: 8,
});

/** Mails a link that confirms a new address, and a notice to the current one. Retries like `mailResetJob`. */
export const mailEmailChangeJob = defineJob({
  name: 'accounts:mail-email-change',
  payload: z.object({ personId: z.int(), email: z.string() }),
  maxAttempts: 8,
});
