import { createCipheriv } from 'node:crypto';

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
