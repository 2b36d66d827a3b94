import { z } from 'zod';
import type { SecretBox } from '../../../../core/secret-box.ts';
import type { SignedUser } from './verify-token.ts';

const VALID_MS = 30 * 86_400_000;

const content = z.object({
  user: z.object({
    user_id: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
  }),
  /** Version of the secret that signed the user's token. */
  secretId: z.string(),
  expiresAtMs: z.number(),
});

interface KeyDeps {
  secretBox: Pick<SecretBox, 'encrypt' | 'decrypt'>;
  assistantUuid: string;
  /** Version of the assistant's current secret. Keys from before a new secret are not valid. */
  secretId: string;
  now: Date;
}

const purposeOf = (assistantUuid: string): string => `widget-visitor:${assistantUuid}`;

/** A key with which a browser acts as a signed user for 30 days. It contains all data, encrypted. */
export function visitorKey(user: SignedUser, { secretBox, assistantUuid, secretId, now }: KeyDeps): string {
  const text = JSON.stringify({ user, secretId, expiresAtMs: now.getTime() + VALID_MS });
  return secretBox.encrypt(text, purposeOf(assistantUuid)).toString('base64url');
}

/** The user of a key; null if the key is expired, for another assistant, from an earlier secret or invalid. */
export function userOfKey(
  key: string,
  { secretBox, assistantUuid, secretId, now }: KeyDeps,
): SignedUser | null {
  try {
    const text = secretBox.decrypt(Buffer.from(key, 'base64url'), purposeOf(assistantUuid));
    const { user, secretId: signedWith, expiresAtMs } = content.parse(JSON.parse(text));
    return signedWith === secretId && now.getTime() < expiresAtMs ? user : null;
  } catch {
    return null;
  }
}
