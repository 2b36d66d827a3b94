import type { Role } from '#contract/roles.ts';
import type { AccountContext } from '../../../core/context.ts';
import { mailText } from '../../../mail/mail-text.ts';
import { MailError } from '../../../mail/mailer.ts';
import type { AccountDependencies } from '../actions.ts';
import { findProfile } from '../store.ts';
import { hashToken } from '../tokens/token-text.ts';

const MAILS_PER_HOUR = 50;

/**
 * Sends the link of an invitation, as far as the installation sends email. The invitation stays valid if the email is
 * refused, because its creator has the link, too.
 * @returns true if the SMTP server accepted the email
 */
export async function mailInvitation(
  { database, mailer, rateLimiter, origin }: AccountDependencies,
  { userId, actor }: AccountContext,
  { email, role, token }: { email: string; role: Role; token: string },
): Promise<boolean> {
  if (mailer === null) return false;
  const allowance = await rateLimiter.takeFromWindow(`invitation-mails:${userId}`, MAILS_PER_HOUR, 3_600_000);
  if (!allowance.isAllowed) return false;
  const account = (await findProfile(database, userId))?.name ?? 'Parley';
  const inviter = actor.person?.name ?? account;
  const content = mailText({
    paragraphs: [
      `${inviter} invites you to the account “${account}” in Parley, with the role ${role}.`,
      'The link is valid for 7 days and can be used once.',
    ],
    link: { label: 'Accept invitation', url: `${origin()}/invite/${token}` },
    footer: 'If you do not know the sender, ignore this email.',
  });
  const key = `invitation-${hashToken(token).toString('hex').slice(0, 32)}`;
  try {
    await mailer.send({ to: [email], subject: `Invitation to ${account} in Parley`, ...content, key });
    return true;
  } catch (error) {
    if (error instanceof MailError) return false;
    throw error;
  }
}
