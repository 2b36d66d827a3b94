import nodemailer from 'nodemailer';

export interface MailConfig {
  /** `smtp://` (STARTTLS if offered) or `smtps://`, with user and password if needed. */
  smtpUrl: string;
  /** `Parley <parley@example.com>` */
  from: string;
}

export interface Mail {
  to: readonly string[];
  subject: string;
  text: string;
  html: string;
  /** The same for each attempt to send it, so that mail programs can drop repetitions. */
  key: string;
}

export interface Mailer {
  /**
   * Resolves when the SMTP server has accepted the mail, to the addresses that it rejected. Throws a `MailError` with its
   * answer if it accepted none.
   */
  send(mail: Mail): Promise<string[]>;
  close(): void;
}

/** The SMTP server did not accept a mail. The message is for the account's owner. */
export class MailError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'MailError';
  }
}

const TIMEOUT_MS = 20_000;

/** Sends mail over SMTP. Connections are opened when they are needed. */
export function createMailer({ smtpUrl, from }: MailConfig): Mailer {
  const transport = nodemailer.createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails consist of text only, so reading files and URLs is never needed.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = /@([^\s@<>]+)>?$/.exec(from)?.[1] ?? 'parley.invalid';
  return {
    send: async ({ to, subject, text, html, key }) => {
      try {
        const { rejected } = await transport.sendMail({
          from,
          to: to.map((address) => ({ name: '', address })),
          subject: oneLine(subject),
          text,
          html,
          messageId: `<${key}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return rejected;
      } catch (error) {
        throw new MailError(`The SMTP server did not accept the email: ${reasonOf(error)}`, error);
      }
    },
    close: () => transport.close(),
  };
}

/** A subject must not contain line breaks, which would begin another header. */
function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().slice(0, 200);
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error.';
  return `${oneLine(error.message).replace(/\.$/, '')}.`;
}
