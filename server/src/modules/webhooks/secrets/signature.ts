import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A fresh secret as the customer sees it: `whsec_` and the key in base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** The key that a secret stands for, ready to sign: made from bytes anew it costs more than the signature. */
export function keyOf(secret: string): KeyObject {
  return createSecretKey(secret.slice(PREFIX.length), 'base64');
}

/**
 * The `webhook-signature` header of Standard Webhooks: `v1,` and HMAC-SHA256 over id, time and body in base64, once for
 * each key, separated by spaces.
 */
export function signatureHeader(
  keys: readonly KeyObject[],
  message: { id: string; timestampSeconds: number; body: string },
): string {
  const content = `${message.id}.${message.timestampSeconds}.${message.body}`;
  return keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ');
}
