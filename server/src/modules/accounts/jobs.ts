import { z } from 'zod';
import { defineJob } from '../../work/define-job.ts';

/** Mails a link that sets a new password. Retries for half an hour if the SMTP server is unavailable. */
export const mailResetJob = defineJob({
  name: 'accounts:mail-reset',
  payload: z.object({ email: z.string() }),
  maxAttempts: 8,
});
