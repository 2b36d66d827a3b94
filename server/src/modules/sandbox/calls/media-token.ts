import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Executor } from '../../../db/client.ts';

const VALID_MS = 60_000;

const dated = z.looseObject({ expiresAtMs: z.int() });

/** An address of the sandbox that is good for a minute, once; its token holds all of it, so that any process can serve it. */
export interface MediaToken {
  token: string;
  expiresAt: Date;
}

/** @param place what the token is for; it opens nothing else */
export function sealMedia(
  { secretBox, clock }: { secretBox: SecretBox; clock: Clock },
  place: string,
  content: Record<string, unknown>,
): MediaToken {
  const expiresAt = new Date(clock.now().getTime() + VALID_MS);
  const nonce = randomBytes(8).toString('hex');
  const text = JSON.stringify({ ...content, nonce, expiresAtMs: expiresAt.getTime() });
  return { token: secretBox.encrypt(text, place).toString('base64url'), expiresAt };
}

/** What a token holds, without using it; null: it is over, for another place, or none of ours. */
export function openMedia(
  { secretBox, clock }: { secretBox: SecretBox; clock: Clock },
  place: string,
  token: string,
): unknown {
  try {
    const content = dated.parse(JSON.parse(secretBox.decrypt(bytesOf(token), place)));
    return content.expiresAtMs < clock.now().getTime() ? null : content;
  } catch {
    return null;
  }
}

/** Uses a token up, in all processes together. False: somebody has used it before. */
export async function claimMediaToken(
  { database, clock }: { database: Executor; clock: Clock },
  token: string,
): Promise<boolean> {
  const nowMs = clock.now().getTime();
  await database.query('delete from used_media_tokens where expires_at < $1', [new Date(nowMs - VALID_MS)]);
  const hash = createHash('sha256').update(bytesOf(token)).digest();
  const rows = await database.query(
    `insert into used_media_tokens (token_hash, expires_at) values ($1, $2)
     on conflict do nothing returning token_hash`,
    // It was made before now, so it is over by then.
    [hash, new Date(nowMs + VALID_MS)],
  );
  return rows.length > 0;
}

/** Several texts stand for the same bytes. */
function bytesOf(token: string): Buffer {
  return Buffer.from(token, 'base64url');
}
