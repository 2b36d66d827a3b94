import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

/** Seals what an account entrusts to us, so that the database and its backups hold no secret in the clear. */
export interface SecretBox {
  /** AES-256-GCM. @param place what it belongs to; the sealed bytes open nowhere else */
  seal(text: string, place: string): Buffer;
  /** Throws when the bytes were sealed with another key or for another place, or have changed. */
  open(sealed: Uint8Array, place: string): string;
  /** HMAC-SHA256 in hexadecimal: the same for the same text, and nobody without the key can tell it. @param purpose what it is for */
  sign(text: string, purpose: string): string;
  /** Tells two keys apart without giving either away; hexadecimal. */
  readonly fingerprint: string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** @param secret the installation's key as text, at least 32 characters that nobody can guess */
export function createSecretBox(secret: string): SecretBox {
  const key = Buffer.from(hkdfSync('sha256', secret, 'parley', 'secrets at rest', 32));
  return {
    sign: (text, purpose) =>
      createHmac('sha256', key)
        .update(JSON.stringify([purpose, text]))
        .digest('hex'),
    fingerprint: createHmac('sha256', key).update('fingerprint').digest('hex'),
    seal: (text, place) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(place));
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open: (sealed, place) => {
      const bytes = Buffer.from(sealed);
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
      decipher.setAAD(Buffer.from(place));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8');
      return text + decipher.final('utf8');
    },
  };
}
