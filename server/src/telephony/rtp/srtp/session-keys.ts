import { createCipheriv, hash, randomBytes } from 'node:crypto';

/** Crypto suites of SDP (RFC 4568, RFC 7714). */
export const SUITES = {
  AES_CM_128_HMAC_SHA1_80: { isAead: false, keyBytes: 16, saltBytes: 14, tagBytes: 10 },
  AEAD_AES_128_GCM: { isAead: true, keyBytes: 16, saltBytes: 12, tagBytes: 16 },
  AES_CM_128_HMAC_SHA1_32: { isAead: false, keyBytes: 16, saltBytes: 14, tagBytes: 4 },
} as const;

export type Suite = keyof typeof SUITES;

/** In the order in which we offer them: every peer has the first, the last is the weakest. */
export const SUITE_NAMES = [
  'AES_CM_128_HMAC_SHA1_80',
  'AEAD_AES_128_GCM',
  'AES_CM_128_HMAC_SHA1_32',
] as const satisfies readonly Suite[];

/** SRTP master key from SDP (RFC 4568). */
export interface MasterKey {
  suite: Suite;
  /** `keyBytes` of the suite. */
  key: Uint8Array;
  /** `saltBytes` of the suite. */
  salt: Uint8Array;
  /** Length of the MKI of each packet (RFC 3711 3.1); 0 without MKI. */
  mkiBytes: number;
}

export function randomKey(suite: Suite): MasterKey {
  const { keyBytes, saltBytes } = SUITES[suite];
  return { suite, key: randomBytes(keyBytes), salt: randomBytes(saltBytes), mkiBytes: 0 };
}

/** Key derivation (RFC 3711 4.3.1; a shorter salt counts as padded, RFC 7714 11). @param label of the derived key */
export function deriveBytes(
  { key, salt }: Pick<MasterKey, 'key' | 'salt'>,
  label: number,
  bytes: number,
): Buffer {
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

const BLOCK_BYTES = 16;

/** AES in counter mode (RFC 3711 4.1.1); encryption and decryption are the same. */
export class CounterMode {
  /** One ECB cipher for all packets, because creating one per packet costs several times as much. */
  readonly #cipher: ReturnType<typeof createCipheriv>;

  /** @param key 16 bytes */
  constructor(key: Uint8Array) {
    this.#cipher = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false);
  }

  /** @param counter 16 bytes; the last two are 0 */
  apply(counter: Uint8Array, bytes: Uint8Array): Buffer {
    const length = bytes.length;
    const stream = Buffer.allocUnsafe(Math.ceil(length / BLOCK_BYTES) * BLOCK_BYTES);
    for (let at = 0, block = 0; at < stream.length; at += BLOCK_BYTES, block += 1) {
      stream.set(counter, at);
      stream.writeUInt16BE(block, at + BLOCK_BYTES - 2);
    }
    const result = this.#cipher.update(stream).subarray(0, length);
    for (let at = 0; at < length; at += 1) result[at] = (result[at] ?? 0) ^ (bytes[at] ?? 0);
    return result;
  }
}

const SHA1_BLOCK_BYTES = 64;

/** HMAC-SHA1 (RFC 2104) by one-shot hashes, which are much cheaper per packet than `createHmac`. */
export class HmacSha1 {
  readonly #inner = Buffer.alloc(SHA1_BLOCK_BYTES, 0x36);
  readonly #outer = Buffer.alloc(SHA1_BLOCK_BYTES, 0x5c);

  /** @param key at most 64 bytes */
  constructor(key: Uint8Array) {
    for (const [index, byte] of key.entries()) {
      this.#inner[index] = byte ^ 0x36;
      this.#outer[index] = byte ^ 0x5c;
    }
  }

  /** 20 bytes. */
  of(...chunks: Uint8Array[]): Buffer {
    const inner = hash('sha1', Buffer.concat([this.#inner, ...chunks]), 'buffer');
    return hash('sha1', Buffer.concat([this.#outer, inner]), 'buffer');
  }
}
