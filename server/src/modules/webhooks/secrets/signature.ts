import { createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret as shown to the customer: `whsec_` and the key in base64. */
export function newSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** Imports a secret's key. Callers cache it, because importing costs more than signing. */
export function keyOf(secret: string): KeyObject {
  return createSecretKey(secret.slice(PREFIX.length), 'base64');
}

/**
 * The `webhook-signature` header of Standard Webhooks: for each key, `v1,` and the HMAC-SHA256 over id, time and body
 * in base64, separated by spaces.
 */
export function signatureHeader(
  keys: readonly KeyObject[],
  message: { id: string; timestampSeconds: number; body: string },
): string {
  const content = `${message.id}.${message.timestampSeconds}.${message.body}`;
  return keys.map((key) => `v1,${createHmac('sha256', key).update(content).digest('base64')}`).join(' ');
}
