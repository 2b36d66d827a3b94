import { createCipheriv, createDecipheriv, timingSafeEqual } from 'node:crypto';
import { CounterMode, counterOf, deriveBytes, HmacSha1, type MasterKey, SUITES } from './session-keys.ts';

/** An encrypted RTCP packet has this bit set before its index (RFC 3711 3.4). */
export const ENCRYPTED = 0x8000_0000;
export const RTP_HEADER_BYTES = 12;
/** Unencrypted part of a compound RTCP packet. */
const RTCP_HEADER_BYTES = 8;
const INDEX_BYTES = 4;

/** Encryption and authentication with the session keys of one direction. Keeps no state between packets. */
export interface PacketSealing {
  /** @param index 48 bits */
  sealRtp(packet: Buffer, index: number): Buffer;
  /**
   * @param begin of the payload
   * @returns null if not authentic
   */
  openRtp(bytes: Buffer, begin: number, index: number): Buffer | null;
  /** @param word the index, with `ENCRYPTED` */
  sealRtcp(packet: Buffer, word: number): Buffer;
  /** The index of a packet, with `ENCRYPTED` if it is; null if too short. Not authenticated. */
  wordOf(bytes: Buffer): number | null;
  /** @returns null if not authentic */
  openRtcp(bytes: Buffer, word: number): Buffer | null;
}

/** Labels for cipher, authentication and salt (RFC 3711 4.3.1). */
const LABELS = { rtp: [0, 1, 2], rtcp: [3, 4, 5] } as const;
const AUTHENTICATION_BYTES = 20;

export function sealingOf(master: MasterKey): PacketSealing {
  const { isAead, keyBytes, saltBytes } = SUITES[master.suite];
  const keysFor = (usage: keyof typeof LABELS) => {
    const [cipher, authentication, salt] = LABELS[usage];
    return {
      key: deriveBytes(master, cipher, keyBytes),
      authentication: deriveBytes(master, authentication, AUTHENTICATION_BYTES),
      salt: deriveBytes(master, salt, saltBytes),
    };
  };
  const keys = { rtp: keysFor('rtp'), rtcp: keysFor('rtcp') };
  return isAead
    ? new GcmSealing(keys, master.mkiBytes)
    : new CounterModeSealing(keys, { mkiBytes: master.mkiBytes, rtpTagBytes: SUITES[master.suite].tagBytes });
}

interface Keys {
  key: Uint8Array;
  /** Only for counter mode. */
  authentication: Uint8Array;
  salt: Uint8Array;
}

/** The tag of RTCP is never truncated further (RFC 4568 6.2). */
const RTCP_TAG_BYTES = 10;

/** AES in counter mode with HMAC-SHA1 (RFC 3711): header, payload, MKI, tag; RTCP with its index before the MKI. */
class CounterModeSealing implements PacketSealing {
  readonly #rtp: { cipher: CounterMode; hmac: HmacSha1; salt: Uint8Array };
  readonly #rtcp: { cipher: CounterMode; hmac: HmacSha1; salt: Uint8Array };
  readonly #mkiBytes: number;
  readonly #rtpTagBytes: number;

  constructor(
    { rtp, rtcp }: { rtp: Keys; rtcp: Keys },
    { mkiBytes, rtpTagBytes }: { mkiBytes: number; rtpTagBytes: number },
  ) {
    const open = ({ key, authentication, salt }: Keys) => ({
      cipher: new CounterMode(key),
      hmac: new HmacSha1(authentication),
      salt,
    });
    this.#rtp = open(rtp);
    this.#rtcp = open(rtcp);
    this.#mkiBytes = mkiBytes;
    this.#rtpTagBytes = rtpTagBytes;
  }

  sealRtp(packet: Buffer, index: number): Buffer {
    const counter = counterOf(this.#rtp.salt, packet.readUInt32BE(8), index);
    const payload = this.#rtp.cipher.apply(counter, packet.subarray(RTP_HEADER_BYTES));
    const authenticated = Buffer.concat([packet.subarray(0, RTP_HEADER_BYTES), payload]);
    return Buffer.concat([authenticated, this.#rtpTag(authenticated, index)]);
  }

  openRtp(bytes: Buffer, begin: number, index: number): Buffer | null {
    const end = bytes.length - this.#rtpTagBytes - this.#mkiBytes;
    if (begin > end) return null;
    const tag = bytes.subarray(bytes.length - this.#rtpTagBytes);
    if (!timingSafeEqual(tag, this.#rtpTag(bytes.subarray(0, end), index))) return null;
    const counter = counterOf(this.#rtp.salt, bytes.readUInt32BE(8), index);
    const payload = this.#rtp.cipher.apply(counter, bytes.subarray(begin, end));
    return Buffer.concat([bytes.subarray(0, begin), payload]);
  }

  sealRtcp(packet: Buffer, word: number): Buffer {
    const content = this.#rtcpContent(packet, packet.length, word);
    const authenticated = Buffer.concat([packet.subarray(0, RTCP_HEADER_BYTES), content, wordBytes(word)]);
    return Buffer.concat([authenticated, this.#rtcpTag(authenticated)]);
  }

  wordOf(bytes: Buffer): number | null {
    const end = this.#rtcpEnd(bytes);
    return end < RTCP_HEADER_BYTES + INDEX_BYTES ? null : bytes.readUInt32BE(end - INDEX_BYTES);
  }

  openRtcp(bytes: Buffer, word: number): Buffer | null {
    const end = this.#rtcpEnd(bytes);
    const tag = bytes.subarray(bytes.length - RTCP_TAG_BYTES);
    if (!timingSafeEqual(tag, this.#rtcpTag(bytes.subarray(0, end)))) return null;
    if (word < ENCRYPTED) return bytes.subarray(0, end - INDEX_BYTES);
    const clear = this.#rtcpContent(bytes, end - INDEX_BYTES, word);
    return Buffer.concat([bytes.subarray(0, RTCP_HEADER_BYTES), clear]);
  }

  #rtpTag(authenticated: Buffer, index: number): Buffer {
    return this.#rtp.hmac.of(authenticated, rolloverOf(index)).subarray(0, this.#rtpTagBytes);
  }

  #rtcpTag(authenticated: Buffer): Buffer {
    return this.#rtcp.hmac.of(authenticated).subarray(0, RTCP_TAG_BYTES);
  }

  #rtcpContent(packet: Buffer, end: number, word: number): Buffer {
    const counter = counterOf(this.#rtcp.salt, packet.readUInt32BE(4), word % ENCRYPTED);
    return this.#rtcp.cipher.apply(counter, packet.subarray(RTCP_HEADER_BYTES, end));
  }

  /** End of the authenticated part. */
  #rtcpEnd(bytes: Buffer): number {
    return bytes.length - RTCP_TAG_BYTES - this.#mkiBytes;
  }
}

const GCM_TAG_BYTES = 16;

/** AES in Galois/counter mode (RFC 7714): header, payload with its tag, MKI; RTCP with its index before the MKI. */
export class GcmSealing implements PacketSealing {
  readonly #keys: { rtp: Pick<Keys, 'key' | 'salt'>; rtcp: Pick<Keys, 'key' | 'salt'> };
  readonly #mkiBytes: number;

  /** @param keys session keys of 16 bytes and salts of 12 bytes */
  constructor(keys: { rtp: Pick<Keys, 'key' | 'salt'>; rtcp: Pick<Keys, 'key' | 'salt'> }, mkiBytes: number) {
    this.#keys = keys;
    this.#mkiBytes = mkiBytes;
  }

  sealRtp(packet: Buffer, index: number): Buffer {
    const header = packet.subarray(0, RTP_HEADER_BYTES);
    const sealed = this.#seal('rtp', {
      nonce: this.#rtpNonce(packet.readUInt32BE(8), index),
      authenticated: header,
      content: packet.subarray(RTP_HEADER_BYTES),
    });
    return Buffer.concat([header, ...sealed]);
  }

  openRtp(bytes: Buffer, begin: number, index: number): Buffer | null {
    const end = bytes.length - GCM_TAG_BYTES - this.#mkiBytes;
    if (begin > end) return null;
    const header = bytes.subarray(0, begin);
    const clear = this.#open('rtp', {
      nonce: this.#rtpNonce(bytes.readUInt32BE(8), index),
      authenticated: header,
      content: bytes.subarray(begin, end),
      tag: bytes.subarray(end, end + GCM_TAG_BYTES),
    });
    return clear === null ? null : Buffer.concat([header, clear]);
  }

  sealRtcp(packet: Buffer, word: number): Buffer {
    const header = packet.subarray(0, RTCP_HEADER_BYTES);
    const index = wordBytes(word);
    const sealed = this.#seal('rtcp', {
      nonce: this.#rtcpNonce(packet.readUInt32BE(4), word),
      authenticated: Buffer.concat([header, index]),
      content: packet.subarray(RTCP_HEADER_BYTES),
    });
    return Buffer.concat([header, ...sealed, index]);
  }

  wordOf(bytes: Buffer): number | null {
    const end = bytes.length - this.#mkiBytes;
    return end < RTCP_HEADER_BYTES + GCM_TAG_BYTES + INDEX_BYTES
      ? null
      : bytes.readUInt32BE(end - INDEX_BYTES);
  }

  openRtcp(bytes: Buffer, word: number): Buffer | null {
    const end = bytes.length - this.#mkiBytes - INDEX_BYTES - GCM_TAG_BYTES;
    const isEncrypted = word >= ENCRYPTED;
    const header = bytes.subarray(0, isEncrypted ? RTCP_HEADER_BYTES : end);
    const clear = this.#open('rtcp', {
      nonce: this.#rtcpNonce(bytes.readUInt32BE(4), word),
      authenticated: Buffer.concat([header, wordBytes(word)]),
      content: bytes.subarray(header.length, end),
      tag: bytes.subarray(end, end + GCM_TAG_BYTES),
    });
    return clear === null ? null : Buffer.concat([header, clear]);
  }

  #seal(
    kind: 'rtp' | 'rtcp',
    { nonce, authenticated, content }: { nonce: Buffer; authenticated: Buffer; content: Buffer },
  ): Buffer[] {
    const cipher = createCipheriv('aes-128-gcm', this.#keys[kind].key, nonce);
    cipher.setAAD(authenticated);
    const encrypted = cipher.update(content);
    cipher.final();
    return [encrypted, cipher.getAuthTag()];
  }

  #open(
    kind: 'rtp' | 'rtcp',
    {
      nonce,
      authenticated,
      content,
      tag,
    }: { nonce: Buffer; authenticated: Buffer; content: Buffer; tag: Buffer },
  ): Buffer | null {
    const decipher = createDecipheriv('aes-128-gcm', this.#keys[kind].key, nonce, {
      authTagLength: GCM_TAG_BYTES,
    });
    decipher.setAAD(authenticated).setAuthTag(tag);
    const clear = decipher.update(content);
    try {
      decipher.final();
    } catch {
      return null;
    }
    return clear;
  }

  /** RFC 7714 8.1. */
  #rtpNonce(ssrc: number, index: number): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(ssrc, 2);
    nonce.writeUIntBE(index, 6, 6);
    return xored(nonce, this.#keys.rtp.salt);
  }

  /** RFC 7714 9.1. */
  #rtcpNonce(ssrc: number, word: number): Buffer {
    const nonce = Buffer.alloc(12);
    nonce.writeUInt32BE(ssrc, 2);
    nonce.writeUInt32BE(word % ENCRYPTED, 8);
    return xored(nonce, this.#keys.rtcp.salt);
  }
}

function xored(bytes: Buffer, salt: Uint8Array): Buffer {
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (bytes[at] ?? 0) ^ (salt[at] ?? 0);
  return bytes;
}

/** The rollover counter (ROC) of an index. */
function rolloverOf(index: number): Buffer {
  return wordBytes(Math.floor(index / 0x1_00_00));
}

function wordBytes(value: number): Buffer {
  const word = Buffer.alloc(4);
  word.writeUInt32BE(value);
  return word;
}
