import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;

/** HMAC-SHA1 (RFC 2104) by one-shot hashes, which are much cheaper per packet than `createHmac`. */
export class HmacSha1 {
  readonly #inner = Buffer.alloc(BLOCK_BYTES, 0x36);
  readonly #outer = Buffer.alloc(BLOCK_BYTES, 0x5c);

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
