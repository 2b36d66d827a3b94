import type { Mailer } from '../../mail/mailer.ts';
import { trySend } from '../../mail/try-send.ts';
import { handleJob, type JobHandler } from '../../work/define-job.ts';
import type { Schedule } from '../../work/runner.ts';
import type { AlertDependencies } from './dependencies.ts';
import { tendAlertsJob } from './jobs.ts';
import { composeAlertMail } from './mail/alert-mail.ts';
import {
  claimMail,
  type DueMail,
  dropMails,
  noteLanguage,
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

/**
 * Each email is sent at least once in each language: a process that dies after sending sends that language again, with the
 * same message id.
 */
export async function sendDueMails(dependencies: AlertDependencies, signal: AbortSignal): Promise<void> {
  const { database, mailer } = dependencies;
  if (mailer === null) return dropMails(database);
  for (let alert = await claimMail(database); alert !== null; alert = await claimMail(database)) {
    if (await sendToAll(dependencies, mailer, alert)) await noteMailed(database, alert.id);
    if (signal.aborted) return;
  }
}

/** Sends one email for each language of the recipients that has none yet. @returns whether all were accepted */
async function sendToAll(
  { database, origin, log }: AlertDependencies,
  mailer: Mailer,
  alert: DueMail,
): Promise<boolean> {
  let isComplete = true;
  for (const { language, emails } of await readRecipients(database, alert.userId)) {
    if (alert.mailedLanguages.includes(language)) continue;
    const content = composeAlertMail({ origin: origin(), alert, language });
    const key = language === 'en' ? `alert-${alert.id}` : `alert-${alert.id}-${language}`;
    const { isSent, rejected, error } = await trySend(mailer, { to: emails, ...content, key });
    if (rejected.length > 0) {
      log.warn({ error, alert: alert.id, rejected }, 'An email about an alert was not accepted.');
    }
    if (isSent) await noteLanguage(database, alert.id, language);
    else isComplete = false;
  }
  return isComplete;
}
