import { type Mail, MailError } from '../../mail/mailer.ts';
import { handleJob, type JobHandler } from '../../work/define-job.ts';
import type { Schedule } from '../../work/runner.ts';
import type { AlertDependencies } from './dependencies.ts';
import { tendAlertsJob } from './jobs.ts';
import { composeAlertMail } from './mail/alert-mail.ts';
import {
  claimMail,
  type DueMail,
  dropMails,
  noteMailed,
  removeOldAlerts,
  resolveQuietProviders,
} from './mail/mail-store.ts';
import { readRecipients } from './store.ts';

/** Every minute. */
export const alertSchedule: Schedule = { cron: '* * * * *', jobName: tendAlertsJob.name };

export function alertJobHandlers(dependencies: AlertDependencies): JobHandler[] {
  return [
    handleJob(tendAlertsJob, async (_payload, { signal }) => {
      await resolveQuietProviders(dependencies.database);
      await removeOldAlerts(dependencies.database);
      await sendDueMails(dependencies, signal);
    }),
  ];
}

/** Each email is sent at least once: a process that dies after sending sends it again, with the same message id. */
export async function sendDueMails(dependencies: AlertDependencies, signal: AbortSignal): Promise<void> {
  const { database, mailer, log } = dependencies;
  if (mailer === null) return dropMails(database);
  for (let mail = await claimMail(database); mail !== null; mail = await claimMail(database)) {
    try {
      for (const composed of await composedFor(dependencies, mail)) await mailer.send(composed);
      await noteMailed(database, mail.id);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      log.warn({ error, alert: mail.id }, 'An email about an alert was not accepted; retrying later.');
    }
    if (signal.aborted) return;
  }
}

/** One email for each language of the recipients. */
async function composedFor({ database, origin }: AlertDependencies, alert: DueMail): Promise<Mail[]> {
  const recipients = await readRecipients(database, alert.userId);
  return recipients.map(({ language, emails }) => ({
    to: emails,
    ...composeAlertMail({ origin: origin(), alert, language }),
    key: language === 'en' ? `alert-${alert.id}` : `alert-${alert.id}-${language}`,
  }));
}
