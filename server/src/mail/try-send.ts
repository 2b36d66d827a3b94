import { type Mail, MailError, type Mailer } from './mailer.ts';

interface Attempt {
  /** The SMTP server accepted the mail for at least one address. */
  isSent: boolean;
  rejected: readonly string[];
  error?: MailError;
}

/** Sends a mail that is one of several: its rejection must not keep the others from being sent. */
export async function trySend(mailer: Mailer, mail: Mail): Promise<Attempt> {
  try {
    return { isSent: true, rejected: await mailer.send(mail) };
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { isSent: false, rejected: mail.to, error };
  }
}
