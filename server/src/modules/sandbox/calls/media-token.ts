import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import type { SecretBox } from '../../../core/secret-box.ts';
import type { Executor } from '../../../db/client.ts';

const VALID_MS = 60_000;

const dated = z.looseObject({ expiresAtMs: z.int() });

/** A one-time sandbox URL that is valid for a minute. The token contains all data, so any process can serve it. */
export interface MediaToken {
  token: string;
  expiresAt: Date;
}

/** @param place purpose of the token, which is valid for no other purpose */
export function createMediaToken(
  { secretBox, clock }: { secretBox: SecretBox; clock: Clock },
  purpose: string,
  content: Record<string, unknown>,
): MediaToken {
  const expiresAt = new Date(clock.now().getTime() + VALID_MS);
  const nonce = randomBytes(8).toString('hex');
  const text = JSON.stringify({ ...content, nonce, expiresAtMs: expiresAt.getTime() });
  return { token: secretBox.encrypt(text, purpose).toString('base64url'), expiresAt };
}

/** Decrypts a token without using it up; null if it is expired, invalid or for another purpose. */
export function openMedia(
  { secretBox, clock }: { secretBox: SecretBox; clock: Clock },
  purpose: string,
  token: string,
): unknown {
  try {
    const content = dated.parse(JSON.parse(secretBox.decrypt(bytesOf(token), purpose)));
    return content.expiresAtMs < clock.now().getTime() ? null : content;
  } catch {
    return null;
  }
}

/** Uses a token up for all processes. @returns false if it was used before */
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
    // The token was created earlier, so it has expired by this time.
    [hash, new Date(nowMs + VALID_MS)],
  );
  return rows.length > 0;
}

/** The bytes of a token: different base64url texts may encode the same bytes. */
function bytesOf(token: string): Buffer {
  return Buffer.from(token, 'base64url');
}
