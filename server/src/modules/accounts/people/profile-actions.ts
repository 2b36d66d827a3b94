import { hash, verify } from '@node-rs/argon2';
import type { z } from 'zod';
import type { consoleSessionResponse } from '#contract/console.ts';
import type {
  AccountOfPerson,
  profile,
  saveAccountRequest,
  updateProfileRequest,
} from '#contract/members.ts';
import type { AccountContext } from '../../../core/context.ts';
import { AppError, invalid, notFound } from '../../../core/errors.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import { enqueue } from '../../../work/define-job.ts';
import { type AccountDependencies, limitPasswordGuesses, requirePerson } from '../actions.ts';
import { mailEmailChangeJob } from '../jobs.ts';
import { insertUser } from '../store.ts';
import { lockCaller } from '../tokens/lock-caller.ts';
import { deleteSessions, findTokensById, lockSession, moveSession } from '../tokens/token-store.ts';
import { deleteEmailChange, replaceEmailChange } from './email-change-store.ts';
import {
  deleteLinks,
  findAccounts,
  findPerson,
  findPersonByEmail,
  insertMembership,
  isInstallationOwner,
  recordPersonChange,
  rememberAccount,
  updateAccountName,
  updateLanguage,
  updatePerson,
} from './person-store.ts';

type Profile = z.output<typeof profile>;

/** The person of the session. Throws `forbidden` for API keys. */
export async function readOwnProfile(
  { database }: Pick<AccountDependencies, 'database'>,
  { actor }: AccountContext,
): Promise<Profile> {
  const person = await findPerson(database, requirePerson(actor).person.id);
  if (person === null) throw new AppError('unauthenticated', 'Unauthenticated.');
  const { id, name, email, language } = person;
  return { id, name, email, language: language ?? 'en', role: actor.role };
}

/** The person for the console, and whether the person may create accounts. */
export async function readSessionPerson(
  { database, isRegistrationOpen }: Pick<AccountDependencies, 'database' | 'isRegistrationOpen'>,
  { tokenId, person: known }: AccountContext['actor'],
): Promise<
  Pick<z.output<typeof consoleSessionResponse>, 'person' | 'can_create_accounts' | 'needs_second_factor'>
> {
  const person = known === null ? null : await findPerson(database, known.id);
  if (person === null) return { person: null, can_create_accounts: false, needs_second_factor: false };
  const { id, name, email, language } = person;
  const [session] = await findTokensById(database, [tokenId]);
  return {
    person: { id, name, email, language: language ?? 'en' },
    can_create_accounts: isRegistrationOpen || (await isInstallationOwner(database, id)),
    needs_second_factor: session?.needs_second_factor ?? false,
  };
}

/**
 * Changes the name, email address and password of the person. A new password ends the other sessions. If the
 * installation sends email, a new address has to be confirmed first; the present one cancels this. Throws `invalid` by
 * field, and `rate-limited` like a login.
 * @returns the profile, and the address that waits for its confirmation
 */
export async function changeProfile(
  dependencies: AccountDependencies,
  { actor, remoteNetwork }: { actor: AccountContext['actor']; remoteNetwork: string },
  input: z.output<typeof updateProfileRequest>,
): Promise<{ profile: Profile; unconfirmed: string | null }> {
  const { database, hashing, rateLimiter, mailer } = dependencies;
  const { tokenId, role, person: known } = requirePerson(actor);
  const person = await findPerson(database, known.id);
  if (person === null) throw new AppError('unauthenticated', 'Unauthenticated.');
  const wanted = input.email ?? person.email;
  const isSecured = wanted !== person.email || input.new_password != null;
  // Another spelling of the same address reaches the same mailbox.
  const isConfirmed = mailer === null || wanted.toLowerCase() === person.email.toLowerCase();
  const unconfirmed = isConfirmed ? null : wanted;
  let passwordHash = person.password_hash;
  if (isSecured) {
    const given = input.current_password;
    if (given == null) throw invalid({ current_password: ['Enter your current password.'] });
    await limitPasswordGuesses(rateLimiter, person.email, remoteNetwork);
    const isRight = await hashing.run(() => verify(person.password_hash, given));
    if (!isRight) throw invalid({ current_password: ['The current password is incorrect.'] });
    const chosen = input.new_password;
    if (chosen != null) passwordHash = await hashing.run(() => hash(chosen));
  }
  if (unconfirmed !== null && (await findPersonByEmail(database, unconfirmed)) !== null) throw addressTaken();
  const change = database.transaction(async (transaction) => {
    const isCurrent = await lockSession(transaction, tokenId, person.password_hash);
    // The address may have been confirmed while the password was checked.
    const stored = isCurrent ? await findPerson(transaction, person.id) : null;
    if (stored === null) throw new AppError('unauthenticated', 'Unauthenticated.');
    if (input.email != null && stored.email !== person.email) throw addressChanged();
    const name = input.name ?? stored.name;
    const email = isConfirmed && input.email != null ? wanted : stored.email;
    await updatePerson(transaction, { id: person.id, name, email, passwordHash });
    const language = input.language ?? stored.language;
    if (language !== null && language !== stored.language) {
      await updateLanguage(transaction, person.id, language);
    }
    // A link in the mailbox of the previous address must not set the password.
    if (isSecured) await deleteLinks(transaction, person.id);
    if (unconfirmed !== null) {
      const payload = { personId: person.id, email: unconfirmed };
      await replaceEmailChange(transaction, payload);
      await enqueue(transaction, mailEmailChangeJob, {
        payload,
        key: `${mailEmailChangeJob.name}:${person.id}`,
      });
      await recordPersonChange(transaction, person.id, {
        field: 'unconfirmed_email',
        after: unconfirmed,
      });
    } else if (input.email != null) {
      await deleteEmailChange(transaction, person.id);
    }
    if (passwordHash !== person.password_hash) await deleteSessions(transaction, person.id, tokenId);
    return { id: person.id, name, email, language: language ?? 'en', role };
  });
  const saved = await change.catch((error: unknown) => {
    if (!isUniqueViolation(error, 'people_email')) throw error;
    throw addressTaken();
  });
  return { profile: saved, unconfirmed };
}

function addressChanged(): AppError {
  return invalid({ email: ['Your email address has just changed. Load the page again.'] });
}

function addressTaken(): AppError {
  return invalid({ email: ['The email has already been taken.'] });
}

/** The accounts of the person, the oldest membership first. */
export async function listAccounts(
  { database }: Pick<AccountDependencies, 'database'>,
  { actor, userId }: AccountContext,
): Promise<AccountOfPerson[]> {
  return findAccounts(database, requirePerson(actor).person.id, userId);
}

/** Moves the session to another account of the person. Throws `not-found`. */
export async function switchAccount(
  { database }: Pick<AccountDependencies, 'database'>,
  { actor }: AccountContext,
  id: number,
): Promise<AccountOfPerson> {
  const { tokenId, person } = requirePerson(actor);
  return database.transaction(async (transaction) => {
    const isMoved = await moveSession(transaction, { tokenId, personId: person.id, userId: id });
    if (!isMoved) throw notFound('Account');
    await rememberAccount(transaction, person.id, id);
    return requireAccount(await findAccounts(transaction, person.id, id), id);
  });
}

/** Creates an account that the person owns. Throws `forbidden` unless the installation allows it. */
export async function createOwnAccount(
  { database, isRegistrationOpen, initialBalanceMicros }: AccountDependencies,
  context: AccountContext,
  { name }: z.output<typeof saveAccountRequest>,
): Promise<AccountOfPerson> {
  const { person } = requirePerson(context.actor);
  return database.transaction(async (transaction) => {
    await lockCaller(transaction, context, 'viewer');
    if (!(isRegistrationOpen || (await isInstallationOwner(transaction, person.id)))) {
      throw new AppError('forbidden', 'Only the owner of this installation can create accounts.');
    }
    const owner = await findPerson(transaction, person.id);
    if (owner === null) throw new AppError('unauthenticated', 'Unauthenticated.');
    const id = await insertUser(transaction, {
      name,
      email: owner.email,
      balanceMicros: initialBalanceMicros,
      isOwner: false,
      timezone: null,
    });
    if (id === null) throw new Error('The account was not stored.');
    await insertMembership(transaction, { userId: id, personId: person.id, role: 'owner' });
    return { id, name, role: 'owner', is_current: false };
  });
}

/** Renames the account of the session. Throws `not-found` for other accounts. */
export async function renameAccount(
  { database }: Pick<AccountDependencies, 'database'>,
  context: AccountContext,
  { id, name }: { id: number; name: string },
): Promise<AccountOfPerson> {
  const { userId } = context;
  if (id !== userId) throw notFound('Account');
  return database.transaction(async (transaction) => {
    const role = await lockCaller(transaction, context, 'admin');
    await updateAccountName(transaction, userId, name);
    return { id, name, role, is_current: true };
  });
}

function requireAccount(accounts: AccountOfPerson[], id: number): AccountOfPerson {
  const account = accounts.find((one) => one.id === id);
  if (account === undefined) throw notFound('Account');
  return account;
}
