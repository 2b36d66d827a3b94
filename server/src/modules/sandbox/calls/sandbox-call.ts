import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { toE164 } from '#contract/phone-numbers.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database } from '../../../db/client.ts';
import { type CallerNumber, findOwnCallerNumber, mediaHolder } from '../../calls/actions.ts';

export interface SandboxCallDependencies {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /** Whether this process holds calls: then browsers bring their sound here. */
  holdsCalls: boolean;
}

/** Relative to `/api`; a token follows. */
export const SANDBOX_MEDIA_PATH = '/sandbox/calls/media';

const VALID_SECONDS = 60;
const PLACE = 'call of a sandbox phone';

/** What a sandbox phone dials; its token holds all of it, so that any process can place the call. */
const placed = z.object({
  userId: z.int(),
  numberId: z.int(),
  from: z.string().nullable(),
  to: z.string(),
  expiresAtMs: z.int(),
});

export interface SandboxCall {
  from: string | null;
  to: string;
  number: CallerNumber;
}

/**
 * Lets one play the customer who calls a number of the account. Throws `bad-request` for a caller's number that is none,
 * `not-found` for a number that the account does not have, and `unavailable` where nobody holds calls.
 */
export async function placeSandboxCall(
  { database, clock, secretBox, holdsCalls }: SandboxCallDependencies,
  { userId }: Context,
  order: { from: string | null; to: string; origin: string },
): Promise<{ mediaUrl: string; expiresAt: Date }> {
  const from = order.from === null ? null : toE164(order.from);
  if (order.from !== null && from === null) {
    throw new AppError('bad-request', 'The caller’s number must be in international format.');
  }
  const to = toE164(order.to) ?? order.to;
  const number = await findOwnCallerNumber(database, { userId, id: null, phoneNumber: to });
  if (number === null) throw notFound('Phone number');
  const holder = await mediaHolder(database, { holdsCalls, origin: order.origin });
  const expiresAt = new Date(clock.now().getTime() + VALID_SECONDS * 1000);
  const call = { userId, numberId: number.id, from, to, expiresAtMs: expiresAt.getTime() };
  const token = secretBox.seal(JSON.stringify({ ...call, nonce: randomBytes(8).toString('hex') }), PLACE);
  const address = `${holder}/api${SANDBOX_MEDIA_PATH}/${token.toString('base64url')}`;
  return { mediaUrl: address.replace(/^http/, 'ws'), expiresAt };
}

/** The call of a token. Throws `not-found` for one that is over, or never was. */
export async function openSandboxCall(
  { database, clock, secretBox }: SandboxCallDependencies,
  token: string,
): Promise<SandboxCall> {
  const call = readToken(secretBox, token);
  if (call === null || call.expiresAtMs < clock.now().getTime()) throw notFound('Call');
  const { userId, numberId: id, from, to } = call;
  const number = await findOwnCallerNumber(database, { userId, id, phoneNumber: null });
  if (number === null) throw notFound('Call');
  return { from, to, number };
}

function readToken(secretBox: SecretBox, token: string): z.output<typeof placed> | null {
  try {
    return placed.parse(JSON.parse(secretBox.open(Buffer.from(token, 'base64url'), PLACE)));
  } catch {
    return null;
  }
}
