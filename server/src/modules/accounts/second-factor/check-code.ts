import { randomInt } from 'node:crypto';
import type { Clock } from '../../../core/clock.ts';
import { invalid } from '../../../core/errors.ts';
import { stepOfCode } from '../../../core/one-time-code.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';
import { type RateLimiter, tooManyRequests } from '../../../http/rate-limit.ts';
import { recordPersonChange } from '../people/person-store.ts';
import { countRecoveryCodes, findSecondFactor, takeRecoveryCode, takeStep } from './second-factor-store.ts';

export interface CodeDependencies {
  database: Database;
  clock: Pick<Clock, 'now'>;
  rateLimiter: RateLimiter;
  secretBox: SecretBox;
}

/** Attempts for each person, from all networks. */
const ATTEMPTS = 10;
const WINDOW_MS = 10 * 60_000;

export const WRONG_CODE =
  'The code is wrong or was already used. Enter the current code of your authenticator app.';

/**
 * Checks the code of a person whose password is right. Passes if the second factor is off. Throws `invalid` on `code` if
 * it is missing, wrong or used, and `rate-limited`.
 */
export async function requireCode(
  dependencies: CodeDependencies,
  personId: number,
  code: string | null | undefined,
): Promise<void> {
  const { database, clock } = dependencies;
  const factor = await findSecondFactor(database, personId);
  if (factor?.is_confirmed !== true) return;
  if (code == null)
    throw invalid({ code: ['Enter the code of your authenticator app, or a recovery code.'] });
  await limitCodeGuesses(dependencies, personId);
  const given = spaceless(code);
  const step = stepOfCode(openSecret(dependencies, personId, factor.sealed_secret), given, clock.now());
  const isRight =
    step === null
      ? await useRecoveryCode(database, personId, hashOfCode(dependencies, personId, given))
      : await takeStep(database, personId, step);
  if (!isRight) throw invalid({ code: [WRONG_CODE] });
}

/** Uses up a recovery code and records it. @returns false if it is unknown or used */
function useRecoveryCode(database: Database, personId: number, codeHash: Buffer): Promise<boolean> {
  return database.transaction(async (transaction) => {
    if (!(await takeRecoveryCode(transaction, personId, codeHash))) return false;
    const left = await countRecoveryCodes(transaction, personId);
    const change = { field: 'recovery_codes', before: left + 1, after: left };
    await recordPersonChange(transaction, personId, change);
    return true;
  });
}

export async function limitCodeGuesses(
  { rateLimiter }: Pick<CodeDependencies, 'rateLimiter'>,
  personId: number,
): Promise<void> {
  const allowance = await rateLimiter.takeFromWindow(`second-factor:${personId}`, ATTEMPTS, WINDOW_MS);
  if (!allowance.isAllowed) throw tooManyRequests(allowance);
}

export function openSecret(
  { secretBox }: Pick<CodeDependencies, 'secretBox'>,
  personId: number,
  sealed: Buffer,
): Buffer {
  return Buffer.from(secretBox.decrypt(sealed, secretContext(personId)), 'base64');
}

export function secretContext(personId: number): string {
  return `second factor of person ${personId}`;
}

/** Without characters that look alike. */
const CODE_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Two groups of five characters: 49 random bits. */
export function recoveryCode(): string {
  const group = (): string =>
    Array.from({ length: 5 }, () => CODE_CHARACTERS.charAt(randomInt(CODE_CHARACTERS.length))).join('');
  return `${group()}-${group()}`;
}

/** Apps show `123 456`, and people type recovery codes without the hyphen or in capitals. */
export function spaceless(code: string): string {
  return code.replace(/[\s-]/g, '').toLowerCase();
}

/** Keyed, so that the codes cannot be found out from a copy of the database. */
export function hashOfCode(
  { secretBox }: Pick<CodeDependencies, 'secretBox'>,
  personId: number,
  code: string,
): Buffer {
  return Buffer.from(secretBox.sign(spaceless(code), `recovery codes of person ${personId}`), 'hex');
}
