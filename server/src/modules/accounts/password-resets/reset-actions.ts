import { hash } from '@node-rs/argon2';
import { AppError, notFound } from '../../../core/errors.ts';
import { tooManyRequests } from '../../../http/rate-limit.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import { enqueue } from '../../../work/define-job.ts';
import type { AccountDependencies } from '../actions.ts';
import { mailResetJob } from '../jobs.ts';
import { composeReset } from '../mails/account-mails.ts';
import { deleteLinks, findPersonByEmail, updatePassword } from '../people/person-store.ts';
import { deleteSessions } from '../tokens/token-store.ts';
import { generateToken, hashToken, isWellFormedToken } from '../tokens/token-text.ts';
import { findReset, replaceReset, takeReset } from './reset-store.ts';

/** For each address. */
const REQUESTS_PER_HOUR = 3;
/** For each network. */
const REQUESTS_PER_MINUTE = 20;

/**
 * Requests a link by email. Does the same whether or not the address has a login, so that it cannot be found out.
 * Throws `forbidden` if the installation sends no email, and `rate-limited`.
 */
export async function requestReset(
  { database, rateLimiter, mailer }: AccountDependencies,
  email: string,
  remoteNetwork: string,
): Promise<void> {
  if (mailer === null) throw new AppError('forbidden', 'This installation sends no email.');
  const ofNetwork = await rateLimiter.takeFromWindow(
    `password-resets:${remoteNetwork}`,
    REQUESTS_PER_MINUTE,
    60_000,
  );
  if (!ofNetwork.isAllowed) throw tooManyRequests(ofNetwork);
  const key = `password-reset:${email.toLowerCase()}`;
  const ofAddress = await rateLimiter.takeFromWindow(key, REQUESTS_PER_HOUR, 3_600_000);
  if (!ofAddress.isAllowed) throw tooManyRequests(ofAddress);
  await enqueue(database, mailResetJob, {
    payload: { email },
    key: `${mailResetJob.name}:${email.toLowerCase()}`,
  });
}

/** Mails a new link, if the address has a login. The link is made here, so that only its hash is ever stored. */
export async function mailReset(
  { database, mailer, origin }: Pick<AccountDependencies, 'database' | 'origin'> & { mailer: Mailer },
  email: string,
): Promise<void> {
  const person = await findPersonByEmail(database, email);
  if (person === null) return;
  const token = generateToken();
  const tokenHash = hashToken(token);
  await replaceReset(database, { personId: person.id, tokenHash });
  const { name, language } = person;
  const content = composeReset({ language, name, url: `${origin()}/reset-password/${token}` });
  await mailer.send({
    to: [person.email],
    ...content,
    key: `reset-${tokenHash.toString('hex').slice(0, 32)}`,
  });
}

/** Sets a new password and ends all sessions of the person; API keys stay. Throws `not-found` for links that do not work. */
export async function resetPassword(
  { database, hashing }: AccountDependencies,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const tokenHash = isWellFormedToken(token) ? hashToken(token) : null;
  // Hashing is expensive, so unknown links are refused before it.
  const found = tokenHash === null ? null : await findReset(database, tokenHash);
  if (tokenHash === null || found === null) throw notFound('Link');
  const passwordHash = await hashing.run(() => hash(password));
  await database.transaction(async (transaction) => {
    // In the order in which a change of the password locks them.
    await transaction.query('select from people where id = $1 for no key update', [found]);
    const personId = await takeReset(transaction, tokenHash);
    if (personId === null) throw notFound('Link');
    await updatePassword(transaction, personId, passwordHash);
    await deleteLinks(transaction, personId);
    await deleteSessions(transaction, personId);
  });
}
