import { hash } from '@node-rs/argon2';
import type { ProviderLoginProblem } from '#contract/provider-logins.ts';
import type { Role } from '#contract/roles.ts';
import type { Executor } from '../../../db/client.ts';
import type { AccountDependencies } from '../actions.ts';
import {
  deleteLinks,
  findLoginAccount,
  insertMembership,
  insertPerson,
  recordPersonChange,
  updatePassword,
} from '../people/person-store.ts';
import { deleteSecondFactor } from '../second-factor/second-factor-store.ts';
import { findOwner } from '../store.ts';
import { deleteSessions } from '../tokens/token-store.ts';
import { generateToken, hashToken } from '../tokens/token-text.ts';
import {
  findLinkedPerson,
  insertProviderSession,
  isLinked,
  linkPerson,
  lockPersonByEmail,
} from './provider-login-store.ts';

/** The identity of a person, as confirmed by the provider. */
export interface ProvidedPerson {
  issuer: string;
  /** Permanent id at the provider. */
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
}

/** Refuses a login; the login page explains the problem. */
export class ProviderLoginRefusal extends Error {
  readonly problem: ProviderLoginProblem;
  constructor(problem: ProviderLoginProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface Signup {
  domains: readonly string[];
  role: Role;
}

/**
 * Opens a session for the person of an identity provider: the linked one, else the one with the verified address, else a
 * new member of the first account if `signup` admits the domain. Throws `ProviderLoginRefusal`.
 */
export async function logInWithProvider(
  { database, hashing }: Pick<AccountDependencies, 'database' | 'hashing'>,
  provided: ProvidedPerson,
  signup: Signup | null,
): Promise<{ token: string }> {
  const token = generateToken();
  // A random password that is never shown. The person can set one with a link by email.
  const passwordHash = await hashing.run(() => hash(generateToken()));
  await database.transaction(async (transaction) => {
    const personId =
      (await findLinkedPerson(transaction, provided)) ??
      (await personOfAddress(transaction, provided, passwordHash)) ??
      (await newMember(transaction, { provided, signup, passwordHash }));
    const userId = await findLoginAccount(transaction, personId);
    const session = userId === null ? null : { userId, personId, name: 'console', hash: hashToken(token) };
    if (session === null || !(await insertProviderSession(transaction, session))) {
      throw new ProviderLoginRefusal('no-account');
    }
  });
  return { token };
}

/**
 * Links the person with the verified address. Parley may never have verified it, so the person who entered it first could hold
 * the person's earlier credentials: they end.
 */
async function personOfAddress(
  transaction: Executor,
  provided: ProvidedPerson,
  passwordHash: string,
): Promise<number | null> {
  const { issuer, email, isEmailVerified } = provided;
  if (email === null || !isEmailVerified) {
    throw new ProviderLoginRefusal('unverified');
  }
  const personId = await lockPersonByEmail(transaction, email);
  if (personId === null) return null;
  // A login at the same time may have made the link before the lock.
  const linked = await findLinkedPerson(transaction, provided);
  if (linked !== null) return linked;
  // The provider has given the address of a linked person to another person.
  if (await isLinked(transaction, { issuer, personId })) throw new ProviderLoginRefusal('unknown');
  await updatePassword(transaction, personId, passwordHash);
  await deleteLinks(transaction, personId);
  await deleteSessions(transaction, personId);
  await deleteSecondFactor(transaction, personId);
  await link(transaction, { provided, personId });
  return personId;
}

async function link(
  transaction: Executor,
  { provided: { issuer, subject }, personId }: { provided: ProvidedPerson; personId: number },
): Promise<void> {
  await linkPerson(transaction, { issuer, subject, personId });
  await recordPersonChange(transaction, personId, { field: 'identity_provider', after: issuer });
}

async function newMember(
  transaction: Executor,
  about: { provided: ProvidedPerson; signup: Signup | null; passwordHash: string },
): Promise<number> {
  const { provided, signup, passwordHash } = about;
  const email = provided.email ?? '';
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const owner = await findOwner(transaction);
  if (signup === null || owner === null || !signup.domains.includes(domain)) {
    throw new ProviderLoginRefusal('unknown');
  }
  const name = provided.name ?? email.slice(0, email.lastIndexOf('@'));
  const personId = await insertPerson(transaction, { name: name.slice(0, 255), email, passwordHash });
  // Another process has just created the person.
  if (personId === null) throw new ProviderLoginRefusal('failed');
  await insertMembership(transaction, { userId: owner.id, personId, role: signup.role });
  await link(transaction, { provided, personId });
  return personId;
}
