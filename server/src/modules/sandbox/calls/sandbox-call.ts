import { createHash } from 'node:crypto';
import { z } from 'zod';
import { toE164 } from '#contract/phone-numbers.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Context } from '../../../core/context.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import { openToken, sealToken } from '../../../core/sealed-token.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Database, Executor } from '../../../db/client.ts';
import { findMediaOrigin } from '../../calls/asking/web-call.ts';
import { type CallerNumber, findOwnCallerNumber } from '../../calls/assistant/caller-number.ts';

export interface SandboxCallDependencies {
  database: Database;
  clock: Clock;
  secretBox: SecretBox;
  /** True if this process handles calls, so that browsers can connect to it. */
  holdsCalls: boolean;
}

/** Path relative to `/api`; a token follows. */
export const SANDBOX_CALL_PATH = '/sandbox/calls/media';
export const SANDBOX_PHONE_PATH = '/sandbox/phones/media';

const CALL = 'call of a sandbox phone';
const PHONE = 'sandbox phone';

const placedCall = z.object({
  userId: z.int(),
  numberId: z.int(),
  from: z.string().nullable(),
  to: z.string(),
});
const heldPhone = z.object({ userId: z.int(), number: z.string() });

export interface SandboxCall {
  from: string | null;
  to: string;
  number: CallerNumber;
}

/** A browser phone, which rings for the account's sandbox calls to its number. */
export type SandboxPhone = z.output<typeof heldPhone>;

export interface MediaAddress {
  mediaUrl: string;
  expiresAt: Date;
}

/**
 * Creates a call from a simulated customer to a number of the account. Throws `bad-request` for an invalid caller
 * number, `not-found` for an unknown number, and `unavailable` if no process handles calls.
 */
export async function placeSandboxCall(
  dependencies: SandboxCallDependencies,
  { userId }: Context,
  order: { from: string | null; to: string; origin: string },
): Promise<MediaAddress> {
  const from = order.from === null ? null : requireNumber(order.from);
  const to = toE164(order.to) ?? order.to;
  const number = await findOwnCallerNumber(dependencies.database, { userId, id: null, phoneNumber: to });
  if (number === null) throw notFound('Phone number');
  const content = { userId, numberId: number.id, from, to };
  return mediaAddress(dependencies, { origin: order.origin, path: SANDBOX_CALL_PATH, place: CALL, content });
}

/**
 * Registers a browser phone that can be called while its WebSocket is open. Throws `bad-request` for an invalid number,
 * and `unavailable` if no process handles calls.
 */
export async function registerSandboxPhone(
  dependencies: SandboxCallDependencies,
  { userId }: Context,
  order: { number: string; origin: string },
): Promise<MediaAddress> {
  const content = { userId, number: requireNumber(order.number) };
  return mediaAddress(dependencies, {
    origin: order.origin,
    path: SANDBOX_PHONE_PATH,
    place: PHONE,
    content,
  });
}

function requireNumber(text: string): string {
  const number = toE164(text);
  if (number !== null) return number;
  throw new AppError('bad-request', 'The customer’s number must be a phone number in international format.');
}

async function mediaAddress(
  dependencies: SandboxCallDependencies,
  about: { origin: string; path: string; place: string; content: Record<string, unknown> },
): Promise<MediaAddress> {
  const { database, holdsCalls } = dependencies;
  const holder = await findMediaOrigin(database, { holdsCalls, origin: about.origin });
  const { token, expiresAt } = sealToken(dependencies, about.place, about.content);
  return { mediaUrl: `${holder.replace(/^http/, 'ws')}/api${about.path}/${token}`, expiresAt };
}

/** Redeems a call token. Throws `not-found` if it is used, expired or invalid. */
export async function openSandboxCall(
  dependencies: SandboxCallDependencies,
  token: string,
): Promise<SandboxCall> {
  const call = placedCall.safeParse(openToken(dependencies, CALL, token));
  if (!call.success) throw notFound('Call');
  const { userId, numberId: id, from, to } = call.data;
  const number = await findOwnCallerNumber(dependencies.database, { userId, id, phoneNumber: null });
  if (number === null || !(await claimMediaToken(dependencies, token))) throw notFound('Call');
  return { from, to, number };
}

/** Redeems a phone token. Throws `not-found` if it is used, expired or invalid. */
export async function openSandboxPhone(
  dependencies: SandboxCallDependencies,
  token: string,
): Promise<SandboxPhone> {
  const phone = heldPhone.safeParse(openToken(dependencies, PHONE, token));
  if (!phone.success || !(await claimMediaToken(dependencies, token))) throw notFound('Phone');
  return phone.data;
}

/** As long as a token is valid. */
const KEPT_MS = 60_000;

/** Uses a token up for all processes. @returns false if it was used before */
async function claimMediaToken(
  { database, clock }: { database: Executor; clock: Clock },
  token: string,
): Promise<boolean> {
  const nowMs = clock.now().getTime();
  await database.query('delete from used_media_tokens where expires_at < $1', [new Date(nowMs - KEPT_MS)]);
  const hash = createHash('sha256').update(bytesOf(token)).digest();
  const rows = await database.query(
    `insert into used_media_tokens (token_hash, expires_at) values ($1, $2)
     on conflict do nothing returning token_hash`,
    // The token was created earlier, so it has expired by this time.
    [hash, new Date(nowMs + KEPT_MS)],
  );
  return rows.length > 0;
}

/** The bytes of a token: different base64url texts may encode the same bytes. */
function bytesOf(token: string): Buffer {
  return Buffer.from(token, 'base64url');
}
