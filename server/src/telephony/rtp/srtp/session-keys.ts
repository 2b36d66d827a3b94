import { CounterMode } from './counter-mode.ts';
import { Signature } from './signature.ts';

/** What a description tells of how its writer's packets are encrypted (RFC 4568), always by AES_CM_128_HMAC_SHA1_80. */
export interface MasterKey {
  /** 16 bytes. */
  key: Uint8Array;
  /** 14 bytes. */
  salt: Uint8Array;
  /** How many bytes before the tag name the key (RFC 3711 3.1); 0: none. */
  identifierBytes: number;
}

export const KEY_BYTES = 16;
export const SALT_BYTES = 14;
const AUTHENTICATION_BYTES = 20;

/** What the packets of one kind are encrypted and signed with. */
export interface SessionKeys {
  cipher: CounterMode;
  salt: Buffer;
  signature: Signature;
}

/** RFC 3711 4.3.1: cipher, authentication, salt. */
const LABELS = { rtp: [0, 1, 2], rtcp: [3, 4, 5] } as const;

export function deriveKeys(master: MasterKey, usage: keyof typeof LABELS): SessionKeys {
  const [cipher, authentication, salt] = LABELS[usage];
  return {
    cipher: new CounterMode(deriveBytes(master, cipher, KEY_BYTES)),
    signature: new Signature(deriveBytes(master, authentication, AUTHENTICATION_BYTES)),
    salt: deriveBytes(master, salt, SALT_BYTES),
  };
}

/** @param label what the bytes are for */
export function deriveBytes({ key, salt }: MasterKey, label: number, bytes: number): Buffer {
  const counter = Buffer.alloc(16);
  counter.set(salt);
  // The label stands above 48 bits of an index that is always 0 here.
  counter[7] = (counter[7] ?? 0) ^ label;
  return new CounterMode(key).apply(counter, Buffer.alloc(bytes));
}

/** Where the key stream of a packet begins. @param index 48 bits */
export function counterOf(salt: Uint8Array, ssrc: number, index: number): Buffer {
  const counter = Buffer.alloc(16);
  counter.set(salt);
  counter.writeUInt32BE((counter.readUInt32BE(4) ^ ssrc) >>> 0, 4);
  const high = Math.floor(index / 2 ** 32);
  counter.writeUInt16BE(counter.readUInt16BE(8) ^ high, 8);
  counter.writeUInt32BE((counter.readUInt32BE(10) ^ (index % 2 ** 32)) >>> 0, 10);
  return counter;
}
