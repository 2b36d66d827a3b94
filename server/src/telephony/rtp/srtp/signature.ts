import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;

/** HMAC with SHA-1 (RFC 2104), from hashes in one step: an object of node:crypto for each packet would cost far more. */
export class Signature {
  readonly #inner = Buffer.alloc(BLOCK_BYTES, 0x36);
  readonly #outer = Buffer.alloc(BLOCK_BYTES, 0x5c);

  /** @param key 64 bytes at most */
  constructor(key: Uint8Array) {
    for (const [index, byte] of key.entries()) {
      this.#inner[index] = byte ^ 0x36;
      this.#outer[index] = byte ^ 0x5c;
    }
  }

  /** 20 bytes. */
  of(...pieces: Uint8Array[]): Buffer {
    const inner = hash('sha1', Buffer.concat([this.#inner, ...pieces]), 'buffer');
    return hash('sha1', Buffer.concat([this.#outer, inner]), 'buffer');
  }
}
