import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts account secrets at rest, so that the database and its backups hold none in the clear. */
export interface SecretBox {
  /** AES-256-GCM. @param context names the owner of the secret; decryption needs the same one */
  encrypt(text: string, context: string): Buffer;
  /** Throws for another key, another context or changed bytes. */
  decrypt(ciphertext: Uint8Array, context: string): string;
  /** HMAC-SHA256 in hexadecimal, deterministic. @param purpose separates signatures of different uses */
  sign(text: string, purpose: string): string;
  /** Identifies the key without revealing it; hexadecimal. */
  readonly fingerprint: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param secret the installation's key as text, at least 32 unguessable characters */
export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, 'parley', 'secrets at rest', 32));
  return {
    sign: (text, purpose) =>
      createHmac('sha256', key)
        .update(JSON.stringify([purpose, text]))
        .digest('hex'),
    fingerprint: createHmac('sha256', key).update('fingerprint').digest('hex'),
    encrypt: (text, context) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    decrypt: (ciphertext, context) => {
      const bytes = Buffer.from(ciphertext);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
      return text + decipher.final('utf8');
    },
  };
}
