import { hash } from '@node-rs/argon2';
import type { ProviderLoginProblem } from '#contract/provider-logins.ts';
import type { Role } from '#contract/roles.ts';
import type { Executor } from '../../../db/client.ts';
import type { AccountDependencies } from '../actions.ts';
import {
  findLoginAccount,
  findPersonByEmail,
  insertMembership,
  insertPerson,
} from '../people/person-store.ts';
import { findOwner } from '../store.ts';
import { generateToken, hashToken } from '../tokens/token-text.ts';
import { findLinkedPerson, insertProviderSession, linkPerson } from './provider-login-store.ts';

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
      (await personOfAddress(transaction, provided)) ??
      (await newMember(transaction, { provided, signup, passwordHash }));
    await linkPerson(transaction, { ...provided, personId });
    const userId = await findLoginAccount(transaction, personId);
    const session = userId === null ? null : { userId, personId, name: 'console', hash: hashToken(token) };
    if (session === null || !(await insertProviderSession(transaction, session))) {
      throw new ProviderLoginRefusal('no-account');
    }
  });
  return { token };
}

async function personOfAddress(transaction: Executor, provided: ProvidedPerson): Promise<number | null> {
  const { email, isEmailVerified } = provided;
  if (email === null || !isEmailVerified) {
    throw new ProviderLoginRefusal('unverified');
  }
  return (await findPersonByEmail(transaction, email))?.id ?? null;
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
  return personId;
}
