import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../core/clock.ts';
import type { SecretBox } from '../../../core/secret-box.ts';

const VALID_MS = 60_000;

const dated = z.looseObject({ expiresAtMs: z.int() });

/** An address of the sandbox that is good for a minute; its token holds all of it, so that any process can serve it. */
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
  return { token: secretBox.seal(text, place).toString('base64url'), expiresAt };
}

/** What a token holds; null: it is over, for another place, or none of ours. */
export function openMedia(
  { secretBox, clock }: { secretBox: SecretBox; clock: Clock },
  place: string,
  token: string,
): unknown {
  try {
    const content = dated.parse(JSON.parse(secretBox.open(Buffer.from(token, 'base64url'), place)));
    return content.expiresAtMs < clock.now().getTime() ? null : content;
  } catch {
    return null;
  }
}
