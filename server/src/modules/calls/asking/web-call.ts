import { createHash, randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { webCallRequest } from '#contract/calls.ts';
import { AppError, notFound } from '../../../core/errors.ts';
import type { Executor } from '../../../db/client.ts';
import { findAssistant } from '../assistant/assistant-row.ts';
import { insertCall } from '../lifecycle/call-store.ts';
import { coversNewCall, missingBalance } from './balance.ts';
import type { CallDependencies } from './dependencies.ts';

/** Media WebSocket path relative to `/api`; the token follows. */
export const WEB_MEDIA_PATH = '/calls/media';

const MEDIA_TOKEN_SECONDS = 60;

export interface WebCall {
  callId: number;
  mediaUrl: string;
  expiresAt: Date;
}

interface WebCallOptions {
  /** Origin of this server as the client sees it, `http://…` or `https://…`. */
  origin: string;
  /** The session of a member, with which the call ends; null for API keys and visitors. */
  sessionId?: number | null;
  /** For a call of a visitor: the price of the longest possible call, and a check that throws to refuse the call. */
  visitor?: { reserveMicros: number; admit(transaction: Executor): Promise<void> } | null;
}

/**
 * Creates a web call for a browser or terminal client. Throws `not-found`, `invalid` without balance, and `unavailable`
 * if no voice process is running.
 */
export async function openWebCall(
  dependencies: CallDependencies,
  { userId }: { userId: number },
  { origin, sessionId = null, visitor = null, ...input }: z.output<typeof webCallRequest> & WebCallOptions,
): Promise<WebCall> {
  const { database, prices, clock, holdsCalls } = dependencies;
  const assistant = await findAssistant(database, { userId, id: input.assistant_id });
  if (assistant === null) throw notFound('Assistant');
  const mediaOrigin = await findMediaOrigin(database, { holdsCalls, origin });
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(clock.now().getTime() + MEDIA_TOKEN_SECONDS * 1000);
  const call = await database.transaction(async (transaction) => {
    if (!(await coversNewCall(transaction, prices, userId))) throw missingBalance();
    await visitor?.admit(transaction);
    return insertCall(transaction, {
      userId,
      assistantId: assistant.id,
      type: 'web',
      processId: null,
      phoneNumberId: null,
      provider: null,
      assistantPhone: null,
      clientPhone: null,
      variables: { ...assistant.variables, ...input.variables },
      given: Object.keys(input.variables ?? {}),
      ringingTimeMs: assistant.ringing_time * 1000,
      isFree: true,
      media: { tokenHash: hashMediaToken(token), expiresAt },
      visitorReserveMicros: visitor?.reserveMicros ?? null,
      sessionId,
    });
  });
  if (call === null) throw new Error('A call was not stored.');
  return { callId: call.id, mediaUrl: mediaUrl(mediaOrigin, token), expiresAt };
}

export function hashMediaToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

function mediaUrl(origin: string, token: string): string {
  return `${origin.replace(/^http/, 'ws')}/api${WEB_MEDIA_PATH}/${token}`;
}

/** Media origins of all running voice processes. */
export async function mediaOrigins(database: Executor): Promise<string[]> {
  const rows = await database.query<{ media_origin: string }>(
    `select distinct media_origin from processes where media_origin is not null and is_process_alive(id)`,
  );
  return rows.map(({ media_origin: origin }) => origin);
}

/** Media origin of a voice process: this one if possible. Throws `unavailable` if none is running. */
export async function findMediaOrigin(
  database: Executor,
  { holdsCalls, origin }: { holdsCalls: boolean; origin: string },
): Promise<string> {
  if (holdsCalls) return origin;
  const [row] = await database.query<{ media_origin: string }>(
    `select media_origin from processes
     where media_origin is not null and is_process_alive(id) order by random() limit 1`,
  );
  if (row === undefined) throw new AppError('unavailable', 'No process of this installation handles calls.');
  return row.media_origin;
}
