import { hash, verify } from '@node-rs/argon2';
import type { z } from 'zod';
import type {
  AccountOfPerson,
  acceptInvitationRequest,
  createInvitationRequest,
  openInvitation,
} from '#contract/members.ts';
import { includesRole, type Role } from '#contract/roles.ts';
import type { AccountContext, Context } from '../../../core/context.ts';
import { AppError, type FieldErrors, invalid, notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { type PageRequest, pageEnvelope } from '../../../http/pagination.ts';
import type { RequestFacts } from '../../../http/route.ts';
import { type AccountDependencies, limitPasswordGuesses } from '../actions.ts';
import {
  findPerson,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  lockPerson,
  rememberAccount,
} from '../people/person-store.ts';
import { lockCaller } from '../tokens/lock-caller.ts';
import { lockSession } from '../tokens/token-store.ts';
import { generateToken, hashToken, isWellFormedToken } from '../tokens/token-text.ts';
import {
  deleteInvitation,
  findInvitationRole,
  findOpenInvitation,
  isMember,
  type OpenInvitation,
  readInvitations,
  replaceInvitation,
  takeInvitation,
} from './invitation-store.ts';

const NOT_FOUND = 'Invitation';

/** A page of pending invitations as JSON text. */
export async function listInvitations(
  { database }: Pick<AccountDependencies, 'database'>,
  { userId }: Context,
  { page, facts }: { page: PageRequest; facts: RequestFacts },
): Promise<string> {
  return pageEnvelope(facts, page, await readInvitations(database, userId, page));
}

/**
 * Invites a person, in place of an earlier invitation to the same address. Sending the link by email belongs here.
 * @returns the invitation as JSON text, and the token of its link
 */
export async function createInvitation(
  { database }: Pick<AccountDependencies, 'database'>,
  context: AccountContext,
  { email, role }: z.output<typeof createInvitationRequest>,
): Promise<{ invitation: string; token: string }> {
  const { userId, actor } = context;
  const token = generateToken();
  const invitation = await database.transaction(async (transaction) => {
    requireGrant(await lockCaller(transaction, context, 'admin'), role);
    if (await isMember(transaction, userId, email)) {
      throw invalid({ email: ['This person is already a member. Change the role in the list of members.'] });
    }
    const invitedBy = actor.person?.id ?? null;
    return replaceInvitation(transaction, { userId, email, role, tokenHash: hashToken(token), invitedBy });
  });
  return { invitation, token };
}

function requireGrant(caller: Role, role: Role): void {
  if (includesRole(caller, role)) return;
  throw new AppError('forbidden', `You cannot give the role ${role}. Your role is ${caller}.`);
}

export async function revokeInvitation(
  { database }: Pick<AccountDependencies, 'database'>,
  context: AccountContext,
  id: number,
): Promise<void> {
  const { userId } = context;
  await database.transaction(async (transaction) => {
    const caller = await lockCaller(transaction, context, 'admin');
    const role = await findInvitationRole(transaction, { userId, id });
    if (role === null) throw notFound(NOT_FOUND);
    requireGrant(caller, role);
    await deleteInvitation(transaction, { userId, id });
  });
}

/** The offer behind an invitation link. Throws `not-found`. */
export async function readOpenInvitation(
  dependencies: Pick<AccountDependencies, 'database'>,
  token: string,
): Promise<z.output<typeof openInvitation>> {
  const { account, email, role, hasLogin, expiresAt } = await requireInvitation(dependencies, token);
  return { account, email, role, has_login: hasLogin, expires_at: expiresAt };
}

async function requireInvitation(
  { database }: Pick<AccountDependencies, 'database'>,
  token: string,
): Promise<OpenInvitation> {
  const invitation = isWellFormedToken(token) ? await findOpenInvitation(database, hashToken(token)) : null;
  if (invitation === null) throw notFound(NOT_FOUND);
  return invitation;
}

/** A person who is logged in while accepting. */
export interface Guest {
  personId: number;
  tokenId: number;
}

type Accepting = z.output<typeof acceptInvitationRequest> & {
  token: string;
  guest: Guest | null;
  remoteNetwork: string;
};

/** How the person proves to be the invited one, checked again when the invitation is used. */
type Proof =
  | { kind: 'session'; personId: number; tokenId: number; passwordHash: string }
  | { kind: 'password'; personId: number; passwordHash: string }
  | { kind: 'new'; name: string; passwordHash: string };

/**
 * Makes the invited person a member. Throws `not-found`, `invalid` for wrong fields, `forbidden` for another person's
 * session, and `rate-limited` like a login.
 */
export async function acceptInvitation(
  dependencies: AccountDependencies,
  about: Accepting,
): Promise<AccountOfPerson> {
  const invitation = await requireInvitation(dependencies, about.token);
  const { userId, email, role } = invitation;
  const proof = await proofOf(dependencies, invitation, about);
  return dependencies.database.transaction(async (transaction) => {
    // Member changes of the account wait, so that the role cannot be revoked half-way.
    await transaction.query('select from users where id = $1 for no key update', [userId]);
    const isTaken = await takeInvitation(transaction, invitation.id, hashToken(about.token));
    if (!isTaken) throw notFound(NOT_FOUND);
    const personId = await lockProven(transaction, proof, email);
    if (await isMember(transaction, userId, email)) {
      throw new AppError('conflict', 'You are already a member of this account.');
    }
    await insertMembership(transaction, { userId, personId, role });
    await rememberAccount(transaction, personId, userId);
    return { id: userId, name: invitation.account, role, is_current: false };
  });
}

async function proofOf(
  dependencies: AccountDependencies,
  invitation: OpenInvitation,
  { guest, name, password, remoteNetwork }: Accepting,
): Promise<Proof> {
  const { database, rateLimiter, hashing } = dependencies;
  const { email } = invitation;
  if (guest !== null && password == null) {
    const person = await findPerson(database, guest.personId);
    if (person?.email.toLowerCase() !== email.toLowerCase()) {
      const text = `This invitation is for ${email}. Log out, and open the link again.`;
      throw new AppError('forbidden', text);
    }
    return {
      kind: 'session',
      personId: person.id,
      tokenId: guest.tokenId,
      passwordHash: person.password_hash,
    };
  }
  const person = await findPersonByEmail(database, email);
  requireFields(person === null ? newPersonErrors({ name, password }) : passwordErrors(password));
  await limitPasswordGuesses(rateLimiter, email, remoteNetwork);
  const given = password ?? '';
  if (person === null) {
    return { kind: 'new', name: name ?? '', passwordHash: await hashing.run(() => hash(given)) };
  }
  const isRight = await hashing.run(() => verify(person.password_hash, given));
  if (!isRight) throw invalid({ password: ['The password is incorrect.'] });
  return { kind: 'password', personId: person.id, passwordHash: person.password_hash };
}

const MIN_PASSWORD = 8;

function newPersonErrors({ name, password }: Pick<Accepting, 'name' | 'password'>): FieldErrors {
  return {
    ...(name == null ? { name: ['The name field is required.'] } : {}),
    ...((password ?? '').length < MIN_PASSWORD
      ? { password: [`The password field must be at least ${MIN_PASSWORD} characters.`] }
      : {}),
  };
}

function passwordErrors(password: string | null | undefined): FieldErrors {
  return password == null ? { password: ['The password field is required.'] } : {};
}

function requireFields(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

/** The proven person, locked. Throws if the proof is no longer valid. */
async function lockProven(transaction: Executor, proof: Proof, email: string): Promise<number> {
  switch (proof.kind) {
    case 'new': {
      const { name, passwordHash } = proof;
      const personId = await insertPerson(transaction, { name, email, passwordHash });
      if (personId === null)
        throw new AppError('conflict', 'A person with this address now exists. Try again.');
      return personId;
    }
    case 'session': {
      const isCurrent = await lockSession(transaction, proof.tokenId, proof.passwordHash);
      if (!isCurrent) throw new AppError('unauthenticated', 'Unauthenticated.');
      return proof.personId;
    }
    case 'password': {
      const isCurrent = await lockPerson(transaction, proof.personId, proof.passwordHash);
      if (!isCurrent) throw invalid({ password: ['The password is incorrect.'] });
      return proof.personId;
    }
  }
}
