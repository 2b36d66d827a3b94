import { randomBytes } from 'node:crypto';
import { verify } from '@node-rs/argon2';
import type { AccountContext, Actor } from '../../../core/context.ts';
import { AppError, invalid } from '../../../core/errors.ts';
import { base32, stepOfCode } from '../../../core/one-time-code.ts';
import type { Database } from '../../../db/client.ts';
import { type AccountDependencies, limitPasswordGuesses, requirePerson } from '../actions.ts';
import { findPerson, findPersonByEmail, type PersonRow, recordPersonChange } from '../people/person-store.ts';
import { lockCaller } from '../tokens/lock-caller.ts';
import { deleteSessions } from '../tokens/token-store.ts';
import {
  hashOfCode,
  limitCodeGuesses,
  openSecret,
  recoveryCode,
  requireCode,
  secretContext,
  spaceless,
  WRONG_CODE,
} from './check-code.ts';
import {
  beginSetup,
  confirmSetup,
  countRecoveryCodes,
  deleteSecondFactor,
  findSecondFactor,
  isRequired,
  lockSecondFactor,
  replaceRecoveryCodes,
  updateRequired,
} from './second-factor-store.ts';

const SECRET_BYTES = 20;
const RECOVERY_CODES = 10;
interface Caller {
  actor: Actor;
  remoteNetwork: string;
}

/** The second factor of the caller. Throws `forbidden` for API keys. */
export async function readSecondFactor(
  { database }: Pick<AccountDependencies, 'database'>,
  { actor, userId }: AccountContext,
): Promise<{ is_on: boolean; recovery_codes_left: number; is_required: boolean }> {
  const { id } = requirePerson(actor).person;
  const factor = await findSecondFactor(database, id);
  const isOn = factor?.is_confirmed ?? false;
  return {
    is_on: isOn,
    recovery_codes_left: isOn ? await countRecoveryCodes(database, id) : 0,
    is_required: await isRequired(database, userId),
  };
}

/** Begins a setup; logins do not ask for a code before it is confirmed. Throws `conflict` if the second factor is on. */
export async function setUpSecondFactor(
  dependencies: AccountDependencies,
  caller: Caller,
  password: string,
): Promise<{ secret: string; url: string }> {
  const { database, secretBox } = dependencies;
  const person = await requirePassword(dependencies, caller, password);
  const secret = randomBytes(SECRET_BYTES);
  const sealedSecret = secretBox.encrypt(secret.toString('base64'), secretContext(person.id));
  if (!(await beginSetup(database, { personId: person.id, sealedSecret }))) {
    throw new AppError('conflict', 'Your second factor is already on. Turn it off first.');
  }
  const shown = base32(secret);
  const label = encodeURIComponent(`Parley:${person.email}`);
  return { secret: shown, url: `otpauth://totp/${label}?secret=${shown}&issuer=Parley` };
}

/** Turns the second factor on with a first code, and ends the person's other sessions. @returns recovery codes, which are only shown here */
export async function confirmSecondFactor(
  dependencies: AccountDependencies,
  { actor }: Caller,
  code: string,
): Promise<string[]> {
  const { database, clock } = dependencies;
  const { tokenId, person } = requirePerson(actor);
  const personId = person.id;
  await limitCodeGuesses(dependencies, personId);
  const factor = await findSecondFactor(database, personId);
  if (factor === null || factor.is_confirmed) {
    throw new AppError('conflict', 'There is no setup to confirm. Start again.');
  }
  const sealedSecret = factor.sealed_secret;
  const step = stepOfCode(openSecret(dependencies, personId, sealedSecret), spaceless(code), clock.now());
  if (step === null) throw invalid({ code: [WRONG_CODE] });
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await database.transaction(async (transaction) => {
    if (!(await confirmSetup(transaction, { personId, sealedSecret, step }))) {
      throw new AppError('conflict', 'There is no setup to confirm. Start again.');
    }
    await replaceRecoveryCodes(
      transaction,
      personId,
      codes.map((one) => hashOfCode(dependencies, personId, one)),
    );
    await deleteSessions(transaction, personId, tokenId);
  });
  return codes;
}

/** Replaces the recovery codes after checking a code. Throws `conflict` if the second factor is not on. */
export async function renewRecoveryCodes(
  dependencies: AccountDependencies,
  { actor }: Caller,
  code: string,
): Promise<string[]> {
  const { id: personId } = requirePerson(actor).person;
  await requireCode(dependencies, personId, code);
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode);
  await dependencies.database.transaction(async (transaction) => {
    if (!(await lockSecondFactor(transaction, personId))) {
      throw new AppError('conflict', 'Your second factor is off. Turn it on first.');
    }
    await replaceRecoveryCodes(
      transaction,
      personId,
      codes.map((one) => hashOfCode(dependencies, personId, one)),
    );
    await recordPersonChange(transaction, personId, { field: 'recovery_codes', isSecret: true });
  });
  return codes;
}

/** Turns the second factor off after checking the password and a code. */
export async function turnOffSecondFactor(
  dependencies: AccountDependencies,
  caller: Caller,
  { password, code }: { password: string; code: string },
): Promise<void> {
  const person = await requirePassword(dependencies, caller, password);
  await requireCode(dependencies, person.id, code);
  await deleteSecondFactor(dependencies.database, person.id);
}

/** Requires a second factor of all members, or no longer. The caller must have one, which proves that it works. */
export async function requireOfMembers(
  { database }: Pick<AccountDependencies, 'database'>,
  context: AccountContext,
  isNeeded: boolean,
): Promise<void> {
  const { person } = requirePerson(context.actor);
  await database.transaction(async (transaction) => {
    await lockCaller(transaction, context, 'owner');
    const own = await findSecondFactor(transaction, person.id);
    if (isNeeded && own?.is_confirmed !== true) {
      throw new AppError('conflict', 'Turn on your own second factor first.');
    }
    await updateRequired(transaction, context.userId, isNeeded);
  });
}

/** Removes the second factor of a person who is locked out, from the terminal. Throws `not-found`. */
export async function resetSecondFactor(database: Database, email: string): Promise<boolean> {
  const person = await findPersonByEmail(database, email);
  if (person === null) throw new AppError('not-found', `There is no login with the email address ${email}.`);
  return deleteSecondFactor(database, person.id);
}

async function requirePassword(
  { database, hashing, rateLimiter }: AccountDependencies,
  { actor, remoteNetwork }: Caller,
  password: string,
): Promise<PersonRow> {
  const person = await findPerson(database, requirePerson(actor).person.id);
  if (person === null) throw new AppError('unauthenticated', 'Unauthenticated.');
  await limitPasswordGuesses(rateLimiter, person.email, remoteNetwork);
  const isRight = await hashing.run(() => verify(person.password_hash, password));
  if (!isRight) throw invalid({ password: ['The password is incorrect.'] });
  return person;
}
