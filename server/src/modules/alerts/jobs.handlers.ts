import { alertWords } from '#contract/alert-words.ts';
import { mailText } from '../../mail/mail-text.ts';
import { MailError } from '../../mail/mailer.ts';
import { handleJob, type JobHandler } from '../../work/define-job.ts';
import type { Schedule } from '../../work/runner.ts';
import type { AlertDependencies } from './dependencies.ts';
import { tendAlertsJob } from './jobs.ts';
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
      await mailer.send(await composed(dependencies, mail));
      await noteMailed(database, mail.id);
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      log.warn({ error, alert: mail.id }, 'An email about an alert was not accepted; retrying later.');
    }
    if (signal.aborted) return;
  }
}

async function composed({ database, origin }: AlertDependencies, mail: DueMail) {
  const { title, page, action } = alertWords(mail);
  const content = mailText({
    paragraphs: [`${title}.`, mail.message, ...(mail.count > 1 ? [`It happened ${mail.count} times.`] : [])],
    link: { label: action, url: `${origin()}${page}` },
    footer: `Alert of your Parley account. Choose which alerts you get: ${origin()}/settings#alerts`,
  });
  const to = await readRecipients(database, mail.userId);
  return { to, subject: title, ...content, key: `alert-${mail.id}` };
}
