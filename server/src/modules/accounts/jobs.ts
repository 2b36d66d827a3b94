import { z } from 'zod';
import { defineJob } from '../../work/define-job.ts';

/** Mails a link that sets a new password. Retries for half an hour if the SMTP server is unavailable. */
export const mailResetJob = defineJob({
  name: 'accounts:mail-reset',
  payload: z.object({ email: z.string() }),
  maxAttempts: 8,
});

/** Records a failed login after the answer, which must not take longer for addresses that have a login. */
export const recordFailedLoginJob = defineJob({
  name: 'accounts:record-failed-login',
  payload: z.object({
    email: z.string(),
    actor: z.string().nullable().describe('As in the setting `parley.actor`.'),
  }),
  maxAttempts: 8,
});

/** Mails a link that confirms a new address, and a notice to the current one. Retries like `mailResetJob`. */
export const mailEmailChangeJob = defineJob({
  name: 'accounts:mail-email-change',
  payload: z.object({ personId: z.int(), email: z.string() }),
  maxAttempts: 8,
});
