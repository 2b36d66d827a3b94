import type { Role } from '#contract/roles.ts';
import type { AccountContext } from '../../../core/context.ts';
import { MailError } from '../../../mail/mailer.ts';
import type { AccountDependencies } from '../actions.ts';
import { composeInvitation } from '../mails/account-mails.ts';
import { findPerson, findPersonByEmail } from '../people/person-store.ts';
import { findProfile } from '../store.ts';
import { hashToken } from '../tokens/token-text.ts';

const MAILS_PER_HOUR = 50;

/**
 * Sends the link of an invitation, as far as the installation sends email. The invitation stays valid if the email is
 * refused, because its creator has the link, too. Its language is that of the invited person, else of the inviter.
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
  const invited = await findPersonByEmail(database, email);
  const member = actor.person === null ? null : await findPerson(database, actor.person.id);
  const content = composeInvitation({
    language: invited?.language ?? member?.language ?? 'en',
    inviter,
    account,
    role,
    url: `${origin()}/invite/${token}`,
  });
  const key = `invitation-${hashToken(token).toString('hex').slice(0, 32)}`;
  try {
    await mailer.send({ to: [email], ...content, key });
    return true;
  } catch (error) {
    if (error instanceof MailError) return false;
    throw error;
  }
}
