import { actingAgainAs } from '../../db/acting-as.ts';
import { handleJob, type JobHandler } from '../../work/define-job.ts';
import type { AccountDependencies } from './actions.ts';
import { mailEmailChange } from './email-changes/email-change-actions.ts';
import { mailEmailChangeJob, mailResetJob, recordFailedLoginJob } from './jobs.ts';
import { mailReset } from './password-resets/reset-actions.ts';
import { insertFailedLogin } from './people/person-store.ts';

export function accountJobHandlers({ mailer, ...dependencies }: AccountDependencies): JobHandler[] {
  return [
    handleJob(recordFailedLoginJob, ({ email, actor }) =>
      actingAgainAs(actor, () => insertFailedLogin(dependencies.database, email)),
    ),
    handleJob(mailResetJob, async ({ email }) => {
      if (mailer !== null) await mailReset({ ...dependencies, mailer }, email);
    }),
    handleJob(mailEmailChangeJob, async (change) => {
      if (mailer !== null) await mailEmailChange({ ...dependencies, mailer }, change);
    }),
  ];
}
