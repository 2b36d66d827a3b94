import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from './clock.ts';
import type { SecretBox } from './secret-box.ts';

const VALID_MS = 60_000;

const dated = z.looseObject({ expiresAtMs: z.int() });

interface SealingDeps {
  secretBox: SecretBox;
  clock: Clock;
}

/** A token that is valid for a minute. It contains all data, so any process of the installation can read it. */
export interface SealedToken {
  /** Base64url. */
  token: string;
  expiresAt: Date;
}

/** @param purpose of the token, which is valid for no other purpose */
export function sealToken(
  { secretBox, clock }: SealingDeps,
  purpose: string,
  content: Record<string, unknown>,
): SealedToken {
  const expiresAt = new Date(clock.now().getTime() + VALID_MS);
  const nonce = randomBytes(8).toString('hex');
  const text = JSON.stringify({ ...content, nonce, expiresAtMs: expiresAt.getTime() });
  return { token: secretBox.encrypt(text, purpose).toString('base64url'), expiresAt };
}

/** The content of a token; null if it is expired, invalid or for another purpose. */
export function openToken({ secretBox, clock }: SealingDeps, purpose: string, token: string): unknown {
  try {
    const content = dated.parse(JSON.parse(secretBox.decrypt(Buffer.from(token, 'base64url'), purpose)));
    return content.expiresAtMs < clock.now().getTime() ? null : content;
  } catch {
    return null;
  }
}
