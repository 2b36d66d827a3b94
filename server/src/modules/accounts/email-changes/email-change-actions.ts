import { AppError, notFound } from '../../../core/errors.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import type { AccountDependencies } from '../actions.ts';
import { composeEmailConfirmation, composeEmailNotice } from '../mails/account-mails.ts';
import {
  type EmailChange,
  findEmailChange,
  findEmailChangeRequest,
  storeEmailChangeLink,
  takeEmailChange,
} from '../people/email-change-store.ts';
import { deleteLinks, findPerson, updatePerson } from '../people/person-store.ts';
import { generateToken, hashToken, isWellFormedToken } from '../tokens/token-text.ts';

/**
 * Mails a notice to the current address, then a link to the new one. Does nothing if the request no longer exists. The
 * link is made here, so that only its hash is ever stored.
 */
export async function mailEmailChange(
  { database, mailer, origin }: Pick<AccountDependencies, 'database' | 'origin'> & { mailer: Mailer },
  { personId, email }: EmailChange,
): Promise<void> {
  const person = await findPerson(database, personId);
  const requestId = await findEmailChangeRequest(database, { personId, email });
  if (person === null || requestId === null) return;
  const { name, language } = person;
  const notice = composeEmailNotice({ language, name, email, url: `${origin()}/forgot-password` });
  await mailer.send({
    to: [person.email],
    ...notice,
    key: `email-notice-${requestId}`,
  });
  const token = generateToken();
  const tokenHash = hashToken(token);
  if (!(await storeEmailChangeLink(database, { requestId, tokenHash }))) return;
  const link = composeEmailConfirmation({ language, name, url: `${origin()}/confirm-email/${token}` });
  await mailer.send({
    to: [email],
    ...link,
    key: `email-${tokenHash.toString('hex').slice(0, 32)}`,
  });
}

/** Changes the address with the link of an email. Throws `not-found` for links that do not work, `conflict` if it is taken. */
export async function confirmEmailChange(
  { database }: Pick<AccountDependencies, 'database'>,
  token: string,
): Promise<string> {
  const tokenHash = isWellFormedToken(token) ? hashToken(token) : null;
  const personId = tokenHash === null ? null : await findEmailChange(database, tokenHash);
  if (tokenHash === null || personId === null) throw notFound('Link');
  const change = database.transaction(async (transaction) => {
    // In the order in which a change of the password locks them.
    await transaction.query('select from people where id = $1 for no key update', [personId]);
    const email = await takeEmailChange(transaction, tokenHash);
    const person = await findPerson(transaction, personId);
    if (email === null || person === null) throw notFound('Link');
    const { id, name, password_hash: passwordHash } = person;
    await updatePerson(transaction, { id, name, email, passwordHash });
    await deleteLinks(transaction, id);
    return email;
  });
  return change.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'people_email')) throw error;
    throw new AppError('conflict', 'Another person uses this email address.', { cause: error });
  });
}
