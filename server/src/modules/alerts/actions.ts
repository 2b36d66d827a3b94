import type { Alert, AlertSettings, AlertSettingsRequest } from '#contract/alerts.ts';
import { ALERT_KINDS } from '#contract/alerts.ts';
import type { Context } from '../../core/context.ts';
import { AppError, notFound } from '../../core/errors.ts';
import { microsOf } from '../../core/money.ts';
import { type PageRequest, pageEnvelope } from '../../http/pagination.ts';
import type { RequestFacts } from '../../http/route.ts';
import type { MailError } from '../../mail/mailer.ts';
import { trySend } from '../../mail/try-send.ts';
import type { AlertDependencies } from './dependencies.ts';
import { composeTestMail } from './mail/alert-mail.ts';
import {
  type AlertFilter,
  dismissAlert,
  dismissAlerts,
  lockSettings,
  readAlerts,
  readRecipients,
  readSettings,
  type StoredSettings,
  storeSettings,
} from './store.ts';

/** One page as JSON text. */
export async function listAlerts(
  { database }: AlertDependencies,
  { userId }: Context,
  { filter, page, facts }: { filter: Omit<AlertFilter, 'userId'>; page: PageRequest; facts: RequestFacts },
): Promise<string> {
  return pageEnvelope(facts, page, await readAlerts(database, { userId, ...filter }, page));
}

/** Hides an alert until its cause is gone. Throws `not-found`. */
export async function dismiss(
  { database, clock }: AlertDependencies,
  { userId }: Context,
  id: number,
): Promise<Alert> {
  const alert = await dismissAlert(database, { userId, id, now: clock.now() });
  if (alert === null) throw notFound('Alert');
  return alert;
}

/** Hides all open alerts of the console until their causes are gone. @returns how many were open */
export function dismissAll({ database, clock }: AlertDependencies, { userId }: Context): Promise<number> {
  return dismissAlerts(database, { userId, now: clock.now() });
}

export async function showSettings(
  { database, mailer }: AlertDependencies,
  { userId }: Context,
): Promise<AlertSettings> {
  return { ...(await readSettings(database, userId)), is_email_configured: mailer !== null };
}

const DEFAULT_LOW_BALANCE = 5;

/** Changes the supplied settings. */
export async function changeSettings(
  dependencies: AlertDependencies,
  context: Context,
  input: AlertSettingsRequest,
): Promise<AlertSettings> {
  const { userId } = context;
  await dependencies.database.transaction(async (transaction) => {
    await lockSettings(transaction, userId);
    const changed = changedSettings(await readSettings(transaction, userId), input);
    const lowBalanceMicros = microsOf(changed.low_balance);
    await storeSettings(transaction, userId, { ...changed, lowBalanceMicros });
  });
  return showSettings(dependencies, context);
}

function changedSettings(stored: StoredSettings, input: AlertSettingsRequest): StoredSettings {
  const channels = { ...stored.channels };
  for (const kind of ALERT_KINDS) {
    const given = input.channels?.[kind];
    const before = channels[kind];
    channels[kind] = {
      console: given?.console ?? before.console,
      email: given?.email ?? before.email,
      webhook: given?.webhook ?? before.webhook,
    };
  }
  const { low_balance: balance, emails, email_roles: roles } = input;
  return {
    low_balance: balance === undefined ? stored.low_balance : (balance ?? DEFAULT_LOW_BALANCE),
    emails: emails === undefined ? stored.emails : [...new Set(emails ?? [])],
    email_roles: roles === undefined ? stored.email_roles : [...new Set(roles ?? [])],
    channels,
  };
}

/**
 * Sends a test email to the addresses of the account. Throws `conflict` without SMTP, and `bad-request` if no address is
 * accepted.
 */
export async function sendTestMail(
  { database, mailer, origin, clock, log }: AlertDependencies,
  { userId }: Context,
): Promise<{ sent: string[]; rejected: string[] }> {
  if (mailer === null) {
    throw new AppError(
      'conflict',
      'This installation sends no email. Set PARLEY_SMTP_URL and PARLEY_MAIL_FROM on the server.',
    );
  }
  const recipients = await readRecipients(database, userId);
  const key = `test-${userId}-${clock.now().getTime()}`;
  const rejected = new Set<string>();
  let failure: MailError | undefined;
  for (const { language, emails } of recipients) {
    const content = composeTestMail({ origin: origin(), language });
    const attempt = await trySend(mailer, { to: emails, ...content, key: `${key}-${language}` });
    for (const address of attempt.rejected) rejected.add(address);
    failure ??= attempt.error;
  }
  const sent = recipients.flatMap(({ emails }) => emails.filter((address) => !rejected.has(address))).sort();
  if (failure !== undefined && sent.length === 0) {
    throw new AppError('bad-request', failure.message, { cause: failure });
  }
  if (rejected.size > 0)
    log.warn({ error: failure, rejected: [...rejected] }, 'A test email was not accepted.');
  return { sent, rejected: [...rejected].sort() };
}
