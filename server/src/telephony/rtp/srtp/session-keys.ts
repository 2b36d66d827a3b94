import { CounterMode } from './counter-mode.ts';
import { HmacSha1 } from './hmac-sha1.ts';

/** SRTP master key from SDP (RFC 4568), for the suite AES_CM_128_HMAC_SHA1_80. */
export interface MasterKey {
  /** 16 bytes. */
  key: Uint8Array;
  /** 14 bytes. */
  salt: Uint8Array;
  /** Length of the MKI before the authentication tag (RFC 3711 3.1); 0 without MKI. */
  mkiBytes: number;
}

export const KEY_BYTES = 16;
export const SALT_BYTES = 14;
const AUTHENTICATION_BYTES = 20;

export interface SessionKeys {
  cipher: CounterMode;
  salt: Buffer;
  hmac: HmacSha1;
}

/** Labels for cipher, authentication and salt (RFC 3711 4.3.1). */
const LABELS = { rtp: [0, 1, 2], rtcp: [3, 4, 5] } as const;

export function deriveKeys(master: MasterKey, usage: keyof typeof LABELS): SessionKeys {
  const [cipher, authentication, salt] = LABELS[usage];
  return {
    cipher: new CounterMode(deriveBytes(master, cipher, KEY_BYTES)),
    hmac: new HmacSha1(deriveBytes(master, authentication, AUTHENTICATION_BYTES)),
    salt: deriveBytes(master, salt, SALT_BYTES),
  };
}

/** Key derivation (RFC 3711 4.3.1). @param label of the derived key */
export function deriveBytes({ key, salt }: MasterKey, label: number, bytes: number): Buffer {
  const counter = Buffer.alloc(16);
  counter.set(salt);
  // The label is followed by a 48-bit index, which is 0 because there is no key derivation rate.
  counter[7] = (counter[7] ?? 0) ^ label;
  return new CounterMode(key).apply(counter, Buffer.alloc(bytes));
}

/** The initial counter of a packet (RFC 3711 4.1.1). @param index 48 bits */
export function counterOf(salt: Uint8Array, ssrc: number, index: number): Buffer {
  const counter = Buffer.alloc(16);
  counter.set(salt);
  counter.writeUInt32BE((counter.readUInt32BE(4) ^ ssrc) >>> 0, 4);
  const high = Math.floor(index / 2 ** 32);
  counter.writeUInt16BE(counter.readUInt16BE(8) ^ high, 8);
  counter.writeUInt32BE((counter.readUInt32BE(10) ^ (index % 2 ** 32)) >>> 0, 10);
  return counter;
}
