import { timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import type { z } from 'zod';
import type { loginRequest, registerRequest } from '#contract/accounts.ts';
import type { changePasswordRequest } from '#contract/console.ts';
import type { Pronunciation } from '#contract/pronunciations.ts';
import type { Role } from '#contract/roles.ts';
import type { Clock } from '../../core/clock.ts';
import type { AccountActor, Actor, Context, Person } from '../../core/context.ts';
import { AppError, invalid } from '../../core/errors.ts';
import type { Gate } from '../../core/gate.ts';
import { dollarsOf } from '../../core/money.ts';
import type { SecretBox } from '../../core/secret-box.ts';
import { currentActor } from '../../db/acting-as.ts';
import type { Database, Executor } from '../../db/client.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { tooManyRequests } from '../../http/rate-limit.ts';
import type { Mailer } from '../../mail/mailer.ts';
import { enqueue } from '../../work/define-job.ts';
import { recordFailedLoginJob } from './jobs.ts';
import {
  deleteLinks,
  findAccountOf,
  findLoginAccount,
  findPerson,
  findPersonByEmail,
  insertMembership,
  insertPerson,
  updatePassword,
} from './people/person-store.ts';
import { requireCode } from './second-factor/check-code.ts';
import {
  findOwner,
  findProfile,
  insertUser,
  type NewUser,
  type ProfileRow,
  readPronunciations,
  updateOwnTimezone,
  updatePronunciations,
  updateTimezone,
} from './store.ts';
import type { LastUsedRecorder } from './tokens/last-used.ts';
import type { TokenLookup } from './tokens/token-lookup.ts';
import {
  deleteSessions,
  deleteToken,
  findTokensById,
  insertApiKey,
  insertSession,
  lockSession,
  type NewApiKey,
} from './tokens/token-store.ts';
import { generateToken, hashToken, isWellFormedToken } from './tokens/token-text.ts';

export interface AccountDependencies {
  database: Database;
  clock: Clock;
  rateLimiter: RateLimiter;
  lastUsed: LastUsedRecorder;
  /** Limits concurrent password hashing, which occupies the shared thread pool. */
  hashing: Gate;
  /** Looks up a token by hash, uncached. */
  findToken: TokenLookup;
  /** Initial balance, in millionths of a dollar. */
  initialBalanceMicros: number;
  isRegistrationOpen: boolean;
  /** Encrypts the secrets of second factors. */
  secretBox: SecretBox;
  /** Null if the installation sends no email. */
  mailer: Mailer | null;
  /** Public origin of the console, without a trailing slash. */
  origin(): string;
}

/** Returns the caller with this token; null if the token is invalid. Records its use in the background. */
export async function authenticate(
  { findToken, lastUsed }: AccountDependencies,
  token: string,
): Promise<(Omit<AccountActor, 'kind'> & { userId: number; needsSecondFactor: boolean }) | null> {
  if (!isWellFormedToken(token)) return null;
  const tokenHash = hashToken(token);
  const row = await findToken(tokenHash);
  if (row === null || !timingSafeEqual(row.token_hash, tokenHash)) return null;
  if (!row.is_alive) return null;
  lastUsed.note(row.id);
  const { person_id, person_name } = row;
  const person = person_id === null ? null : { id: person_id, name: person_name ?? '' };
  const needsSecondFactor = row.needs_second_factor;
  return { userId: row.user_id, tokenId: row.id, role: row.role, person, needsSecondFactor };
}

/** Account and role of the tokens that may still do more than set up a second factor, by token id. */
export async function validTokens(
  { database }: Pick<AccountDependencies, 'database'>,
  tokenIds: readonly number[],
): Promise<ReadonlyMap<number, { userId: number; role: Role }>> {
  const rows = await findTokensById(database, tokenIds);
  return new Map(
    rows
      .filter((row) => row.is_alive && !row.needs_second_factor)
      .map(({ id, user_id, role }) => [id, { userId: user_id, role }]),
  );
}

const LOGINS_PER_MINUTE = 5;
/** Limit for logins and registrations per network, for any email address; counted before the body is read. */
export const LOGIN_REQUESTS = {
  name: 'login-requests',
  limit: 300,
  windowMs: 60_000,
  per: 'address',
} as const;
/** Login and registration attempts per network. Requests with invalid fields do not count. */
const ATTEMPTS_PER_MINUTE = 30;
/** Maximum body size of a login or registration. */
export const LOGIN_BYTES = 16_384;

export async function login(
  dependencies: AccountDependencies,
  input: z.output<typeof loginRequest>,
  remoteNetwork: string,
): Promise<{ user: { id: number; name: string; email: string }; token: string; tokenName: string }> {
  const { database, rateLimiter, hashing } = dependencies;
  await limitPasswordGuesses(rateLimiter, input.email, remoteNetwork);
  const person = await findPersonByEmail(database, input.email);
  const isRight = await hashing.run(async () =>
    verify(person?.password_hash ?? (await decoyHash()), input.password),
  );
  const tokenName = input.token_name ?? 'session';
  if (isRight && person !== null && (await findLoginAccount(database, person.id)) === null) {
    throw new AppError('forbidden', 'You do not belong to any account. Ask for an invitation.');
  }
  if (isRight && person !== null) await requireLoginCode(dependencies, person, input.code);
  const opened = person === null || !isRight ? null : await openSession(database, person, tokenName);
  if (person === null || opened === null) {
    await recordFailedLogin(dependencies, input.email);
    throw wrongCredentials();
  }
  const { userId, token } = opened;
  return { user: { id: userId, name: person.name, email: person.email }, token, tokenName };
}

/** Checks the second factor before any session exists. A wrong or missing code counts as a failed login. */
async function requireLoginCode(
  dependencies: AccountDependencies,
  { id, email }: { id: number; email: string },
  code: string | null | undefined,
): Promise<void> {
  try {
    await requireCode(dependencies, id, code);
  } catch (error) {
    await recordFailedLogin(dependencies, email);
    throw error;
  }
}

/** For each address, because visitors cause these entries and they cannot be deleted. */
const RECORDED_FAILURES_PER_HOUR = 20;

/** Does the same whether or not the address has a login, so that it cannot be found out. */
async function recordFailedLogin(
  { database, rateLimiter }: Pick<AccountDependencies, 'database' | 'rateLimiter'>,
  email: string,
): Promise<void> {
  const key = `failed-logins:${email.toLowerCase()}`;
  const allowance = await rateLimiter.takeFromWindow(key, RECORDED_FAILURES_PER_HOUR, 3_600_000);
  if (!allowance.isAllowed) return;
  await enqueue(database, recordFailedLoginJob, { payload: { email, actor: currentActor() } });
}

function wrongCredentials(): AppError {
  return new AppError('unauthenticated', 'These credentials do not match our records.');
}

/**
 * Opens a session in the person's default account. Null if the person belongs to no account or the password has
 * changed since `person` was read.
 */
export async function openSession(
  database: Executor,
  person: { id: number; password_hash: string },
  name: string,
): Promise<{ userId: number; token: string } | null> {
  const userId = await findLoginAccount(database, person.id);
  if (userId === null) return null;
  const token = generateToken();
  const isStored = await insertSession(database, {
    userId,
    personId: person.id,
    name,
    hash: hashToken(token),
    passwordHash: person.password_hash,
  });
  return isStored ? { userId, token } : null;
}

/** Limits password guesses on every route that takes a password. Throws `rate-limited`. */
export async function limitPasswordGuesses(
  rateLimiter: RateLimiter,
  email: string,
  remoteNetwork: string,
): Promise<void> {
  await limitAttempts(rateLimiter, remoteNetwork);
  const key = `login:${email.toLowerCase()}:${remoteNetwork}`;
  const allowance = await rateLimiter.takeFromWindow(key, LOGINS_PER_MINUTE, 60_000);
  if (!allowance.isAllowed) throw tooManyRequests(allowance);
}

async function limitAttempts(rateLimiter: RateLimiter, remoteNetwork: string): Promise<void> {
  const allowance = await rateLimiter.takeFromWindow(
    `attempts:${remoteNetwork}`,
    ATTEMPTS_PER_MINUTE,
    60_000,
  );
  if (!allowance.isAllowed) throw tooManyRequests(allowance);
}

export async function logout(
  { database }: AccountDependencies,
  token: { userId: number; tokenId: number },
): Promise<void> {
  // Logging out with an API key deletes that key, because it is the token of the request.
  await deleteToken(database, token.userId, token.tokenId);
}

/** Creates an API key and stores its hash; its text is only returned here. */
export async function issueApiKey(
  database: Executor,
  key: Omit<NewApiKey, 'hash'>,
): Promise<{ token: string; created_at: string }> {
  const token = generateToken();
  const { created_at } = await insertApiKey(database, { ...key, hash: hashToken(token) });
  return { token, created_at };
}

/** Throws `forbidden` when registration is disabled. */
export function requireOpenRegistration({ isRegistrationOpen }: AccountDependencies): void {
  if (!isRegistrationOpen) throw new AppError('forbidden', 'Registration is disabled.');
}

export async function register(
  dependencies: AccountDependencies,
  input: z.output<typeof registerRequest>,
  remoteNetwork: string,
): Promise<{ id: number }> {
  requireOpenRegistration(dependencies);
  await limitAttempts(dependencies.rateLimiter, remoteNetwork);
  return dependencies.hashing.run(() => addUser(dependencies, input));
}

/** `timezone` is an IANA name; default UTC. Throws `invalid` on `email` when the address is taken. */
export async function addUser(
  { database, initialBalanceMicros }: Pick<AccountDependencies, 'database' | 'initialBalanceMicros'>,
  input: { name: string; email: string; password: string; timezone?: string | null | undefined },
): Promise<{ id: number }> {
  const made = await insertAccount(database, {
    name: input.name,
    email: input.email,
    passwordHash: await hash(input.password),
    balanceMicros: initialBalanceMicros,
    isOwner: false,
    timezone: input.timezone ?? null,
  });
  if (made === null) throw invalid({ email: ['The email has already been taken.'] });
  return { id: made };
}

/** Creates an account with its first owner. @returns null if the address or the installation's owner exists */
export async function insertAccount(
  database: Database,
  { passwordHash, ...account }: NewUser & { passwordHash: string },
): Promise<number | null> {
  const { name, email } = account;
  return database
    .transaction(async (transaction) => {
      const userId = await insertUser(transaction, account);
      if (userId === null) return null;
      const personId = await insertPerson(transaction, { name, email, passwordHash });
      if (personId === null) throw new AddressTaken();
      await insertMembership(transaction, { userId, personId, role: 'owner' });
      return userId;
    })
    .catch((error: unknown) => {
      if (error instanceof AddressTaken) return null;
      throw error;
    });
}

/** Rolls the transaction back. */
class AddressTaken extends Error {}

/** Sets a new password and ends the person's sessions; API keys stay. */
export async function changePassword(database: Database, email: string, password: string): Promise<void> {
  const person = await findPersonByEmail(database, email);
  if (person === null) throw noAccountOf(email);
  const passwordHash = await hash(password);
  await database.transaction(async (transaction) => {
    await updatePassword(transaction, person.id, passwordHash);
    await deleteLinks(transaction, person.id);
    await deleteSessions(transaction, person.id);
  });
}

function noAccountOf(email: string): AppError {
  return new AppError('not-found', `There is no account with the email address ${email}.`);
}

/**
 * Changes the password after checking the current one, and ends the person's other sessions; API keys stay.
 * Throws `invalid` on `current_password`, and `rate-limited` like a login.
 */
export async function changeOwnPassword(
  { database, rateLimiter, hashing }: AccountDependencies,
  caller: { actor: Actor; remoteNetwork: string },
  input: z.output<typeof changePasswordRequest>,
): Promise<void> {
  const { tokenId, person: known } = requirePerson(caller.actor);
  const person = await findPerson(database, known.id);
  if (person === null) throw new AppError('unauthenticated', 'Unauthenticated.');
  await limitPasswordGuesses(rateLimiter, person.email, caller.remoteNetwork);
  const passwordHash = await hashing.run(async () => {
    const isRight = await verify(person.password_hash, input.current_password);
    return isRight ? hash(input.new_password) : null;
  });
  if (passwordHash === null) throw invalid({ current_password: ['The current password is incorrect.'] });
  await database.transaction(async (transaction) => {
    const isCurrent = await lockSession(transaction, tokenId, person.password_hash);
    if (!isCurrent) throw new AppError('unauthenticated', 'Unauthenticated.');
    await updatePassword(transaction, person.id, passwordHash);
    await deleteLinks(transaction, person.id);
    await deleteSessions(transaction, person.id, tokenId);
  });
}

/** Throws `forbidden` for API keys, which belong to no person. */
export function requirePerson(actor: Actor): AccountActor & { person: Person } {
  if (actor.kind === 'account' && actor.person !== null) return { ...actor, person: actor.person };
  throw new AppError('forbidden', 'API keys cannot do this. Log in with an email address and a password.');
}

/** Sets the account's time zone (IANA name). Throws `not-found`. */
export async function changeTimezone(database: Database, email: string, timezone: string): Promise<void> {
  const account = await findAccountOf(database, email);
  if (account === null) throw noAccountOf(email);
  await updateTimezone(database, account.id, timezone);
}

/** Sets the time zone of the logged-in account. Throws `invalid` for a zone that the database does not know. */
export async function changeOwnTimezone(database: Database, userId: number, timezone: string): Promise<void> {
  if (await updateOwnTimezone(database, userId, timezone)) return;
  throw invalid({ timezone: ['The timezone must be a valid timezone.'] });
}

export async function readProfile(
  { database }: AccountDependencies,
  userId: number,
): Promise<{ name: string; email: string; total_balance: number }> {
  const { name, email, balance_micros } = await requireProfile(database, userId);
  return { name, email, total_balance: dollarsOf(balance_micros) };
}

/** The account's time zone (IANA name) and whether it was set explicitly. */
export async function readTimezone(
  { database }: AccountDependencies,
  userId: number,
): Promise<{ timezone: string; is_timezone_chosen: boolean }> {
  const { timezone, is_timezone_chosen } = await requireProfile(database, userId);
  return { timezone, is_timezone_chosen };
}

/** Pronunciations for all assistants of the account. */
export function listPronunciations(
  { database }: Pick<AccountDependencies, 'database'>,
  { userId }: Context,
): Promise<Pronunciation[]> {
  return readPronunciations(database, userId);
}

/** Replaces the list; calls that start afterwards use it. */
export async function savePronunciations(
  { database }: Pick<AccountDependencies, 'database'>,
  { userId }: Context,
  pronunciations: readonly Pronunciation[],
): Promise<void> {
  await updatePronunciations(database, userId, pronunciations);
}

async function requireProfile(database: Database, userId: number): Promise<ProfileRow> {
  const profile = await findProfile(database, userId);
  if (profile === null) throw new AppError('unauthenticated', 'Unauthenticated.');
  return profile;
}

let decoy: Promise<string> | undefined;

/** A hash to verify against for unknown addresses, so that they take as long as a wrong password. */
function decoyHash(): Promise<string> {
  decoy ??= hash(generateToken());
  return decoy;
}

/** Creates the owner, the installation's first account, if it does not exist yet. */
export async function ensureOwner(
  dependencies: Pick<AccountDependencies, 'database' | 'initialBalanceMicros'>,
  { email, password, timezone }: { email: string; password: string; timezone: string | null },
): Promise<{ id: number; email: string; isNew: boolean }> {
  const existing = await findOwner(dependencies.database);
  if (existing !== null) return { id: existing.id, email: existing.email, isNew: false };
  const id = await insertAccount(dependencies.database, {
    name: 'Owner',
    email,
    passwordHash: await hash(password),
    balanceMicros: dependencies.initialBalanceMicros,
    isOwner: true,
    timezone,
  });
  if (id !== null) return { id, email, isNew: true };
  // A concurrently starting process has created it.
  const winner = await findOwner(dependencies.database);
  if (winner === null)
    throw new AppError('conflict', `The email address ${email} belongs to an account that is not the owner.`);
  return { id: winner.id, email: winner.email, isNew: false };
}

/** The account of the person with this address. Throws `not-found`. */
export async function findAccount(database: Database, email: string): Promise<{ id: number }> {
  const account = await findAccountOf(database, email);
  if (account === null) throw noAccountOf(email);
  return account;
}

/** The account that owns the installation; null before the first start has created it. */
export async function findInstallationOwner(database: Executor): Promise<{ id: number } | null> {
  return findOwner(database);
}

/** Throws `forbidden` unless the account owns the installation. */
export async function requireInstallationOwner(
  { database }: { database: Executor },
  { userId }: Pick<Context, 'userId'>,
): Promise<void> {
  const owner = await findOwner(database);
  if (owner?.id === userId) return;
  throw new AppError('forbidden', 'Only the owner of this installation can manage vendors.');
}
