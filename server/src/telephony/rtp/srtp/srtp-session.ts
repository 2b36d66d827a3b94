import { timingSafeEqual } from 'node:crypto';
import type { Encryption } from '../rtp-parameters.ts';
import { counterOf, deriveKeys, type MasterKey, type SessionKeys } from './session-keys.ts';

/** SRTP in both directions of one call. Passes packets through until keys are negotiated. */
export class SrtpSession {
  #encryption: Encryption | null = null;
  #protector: PacketProtector | null = null;
  #unprotector: PacketUnprotector | null = null;

  /** Sets the keys. An unchanged key keeps its packet indexes and replay state. @param encryption null for plain RTP */
  agree(encryption: Encryption | null): void {
    const before = this.#encryption;
    this.#encryption = encryption;
    if (encryption === null) return;
    const { ours, theirs } = encryption;
    if (before === null || !isSame(before.ours, ours)) this.#protector = new PacketProtector(ours);
    if (before === null || !isSame(before.theirs, theirs)) this.#unprotector = new PacketUnprotector(theirs);
  }

  /** Encrypts and authenticates an outgoing packet. */
  protect(packet: Buffer, kind: 'rtp' | 'rtcp'): Buffer {
    return this.#encryption === null || this.#protector === null ? packet : this.#protector[kind](packet);
  }

  /** Verifies and decrypts a received packet; null if not authentic. */
  unprotect(bytes: Buffer, kind: 'rtp' | 'rtcp'): Buffer | null {
    return this.#encryption === null || this.#unprotector === null ? bytes : this.#unprotector[kind](bytes);
  }
}

function isSame(one: MasterKey, other: MasterKey): boolean {
  const isSameKey = Buffer.compare(one.key, other.key) === 0 && Buffer.compare(one.salt, other.salt) === 0;
  return isSameKey && one.mkiBytes === other.mkiBytes;
}

const TAG_BYTES = 10;
const RTP_HEADER_BYTES = 12;
/** Unencrypted part of a compound RTCP packet. */
const RTCP_HEADER_BYTES = 8;
const INDEX_BYTES = 4;
const ENCRYPTED = 0x8000_0000;
/** A peer has one SSRC at a time, but some carriers change it during a call. */
const MAX_SOURCES = 8;

/**
 * Protects outgoing packets (RFC 3711). Use one per key, because reusing an index with the same key would break the
 * encryption.
 */
export class PacketProtector {
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  #index = -1;
  #reports = 0;

  constructor(master: MasterKey) {
    this.#rtp = deriveKeys(master, 'rtp');
    this.#rtcp = deriveKeys(master, 'rtcp');
  }

  /** @param packet without header extension. Sequence numbers must be consecutive */
  rtp(packet: Buffer): Buffer {
    this.#index = guessIndex(this.#index, packet.readUInt16BE(2));
    const counter = counterOf(this.#rtp.salt, packet.readUInt32BE(8), this.#index);
    const payload = this.#rtp.cipher.apply(counter, packet.subarray(RTP_HEADER_BYTES));
    const authenticated = Buffer.concat([packet.subarray(0, RTP_HEADER_BYTES), payload]);
    return Buffer.concat([authenticated, tagOf(this.#rtp, authenticated, rolloverOf(this.#index))]);
  }

  rtcp(packet: Buffer): Buffer {
    this.#reports = (this.#reports + 1) % ENCRYPTED;
    const counter = counterOf(this.#rtcp.salt, packet.readUInt32BE(4), this.#reports);
    const content = this.#rtcp.cipher.apply(counter, packet.subarray(RTCP_HEADER_BYTES));
    const index = wordOf((ENCRYPTED | this.#reports) >>> 0);
    const authenticated = Buffer.concat([packet.subarray(0, RTCP_HEADER_BYTES), content, index]);
    return Buffer.concat([authenticated, tagOf(this.#rtcp, authenticated)]);
  }
}

/** Verifies and decrypts received packets. Never throws. */
export class PacketUnprotector {
  readonly #rtp: SessionKeys;
  readonly #rtcp: SessionKeys;
  readonly #mkiBytes: number;
  readonly #sources = new Map<number, ReplayWindow>();
  readonly #reporters = new Map<number, ReplayWindow>();

  constructor(master: MasterKey) {
    this.#rtp = deriveKeys(master, 'rtp');
    this.#rtcp = deriveKeys(master, 'rtcp');
    this.#mkiBytes = master.mkiBytes;
  }

  /** @returns null if not authentic or replayed */
  rtp(bytes: Buffer): Buffer | null {
    const end = bytes.length - TAG_BYTES - this.#mkiBytes;
    const begin = payloadOf(bytes);
    if (begin > end) return null;
    const ssrc = bytes.readUInt32BE(8);
    const window = this.#sources.get(ssrc) ?? new ReplayWindow();
    const index = guessIndex(window.highest, bytes.readUInt16BE(2));
    const authenticated = bytes.subarray(0, end);
    if (!window.isNew(index) || !isAuthentic(bytes, tagOf(this.#rtp, authenticated, rolloverOf(index))))
      return null;
    remember(this.#sources, ssrc, window).add(index);
    const counter = counterOf(this.#rtp.salt, ssrc, index);
    const payload = this.#rtp.cipher.apply(counter, bytes.subarray(begin, end));
    return Buffer.concat([bytes.subarray(0, begin), payload]);
  }

  /** @returns null if not authentic or replayed */
  rtcp(bytes: Buffer): Buffer | null {
    const end = bytes.length - TAG_BYTES - this.#mkiBytes;
    if (end < RTCP_HEADER_BYTES + INDEX_BYTES) return null;
    const word = bytes.readUInt32BE(end - INDEX_BYTES);
    const index = word % ENCRYPTED;
    const ssrc = bytes.readUInt32BE(4);
    const window = this.#reporters.get(ssrc) ?? new ReplayWindow();
    if (!window.isNew(index) || !isAuthentic(bytes, tagOf(this.#rtcp, bytes.subarray(0, end)))) return null;
    remember(this.#reporters, ssrc, window).add(index);
    const content = bytes.subarray(RTCP_HEADER_BYTES, end - INDEX_BYTES);
    if (word < ENCRYPTED) return bytes.subarray(0, end - INDEX_BYTES);
    const counter = counterOf(this.#rtcp.salt, ssrc, index);
    const clear = this.#rtcp.cipher.apply(counter, content);
    return Buffer.concat([bytes.subarray(0, RTCP_HEADER_BYTES), clear]);
  }
}

/** Start of the payload after CSRCs and header extension; Infinity for a truncated packet. */
function payloadOf(bytes: Buffer): number {
  if (bytes.length < RTP_HEADER_BYTES) return Number.POSITIVE_INFINITY;
  const first = bytes.readUInt8(0);
  const begin = RTP_HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) === 0) return begin;
  return begin + 4 > bytes.length ? Number.POSITIVE_INFINITY : begin + 4 + bytes.readUInt16BE(begin + 2) * 4;
}

function remember(windows: Map<number, ReplayWindow>, ssrc: number, window: ReplayWindow): ReplayWindow {
  windows.delete(ssrc);
  windows.set(ssrc, window);
  const [oldest] = windows.keys();
  if (windows.size > MAX_SOURCES && oldest !== undefined) windows.delete(oldest);
  return window;
}

function tagOf({ hmac }: SessionKeys, ...authenticated: Uint8Array[]): Buffer {
  return hmac.of(...authenticated).subarray(0, TAG_BYTES);
}

function isAuthentic(bytes: Buffer, tag: Buffer): boolean {
  return timingSafeEqual(bytes.subarray(bytes.length - TAG_BYTES), tag);
}

/** The rollover counter (ROC) of an index. */
function rolloverOf(index: number): Buffer {
  return wordOf(Math.floor(index / 0x1_00_00));
}

function wordOf(value: number): Buffer {
  const word = Buffer.alloc(4);
  word.writeUInt32BE(value);
  return word;
}

const WINDOW = 64;

/** Replay protection for one SSRC (RFC 3711 3.3.2). */
export class ReplayWindow {
  readonly #last = new Float64Array(WINDOW).fill(-1);
  #highest = -1;

  /** Highest received index; -1 before the first. */
  get highest(): number {
    return this.#highest;
  }

  /** True if an index is new. Indexes older than the window count as seen. */
  isNew(index: number): boolean {
    return index > this.#highest - WINDOW && this.#last[index % WINDOW] !== index;
  }

  add(index: number): void {
    this.#last[index % WINDOW] = index;
    this.#highest = Math.max(this.#highest, index);
  }
}

/**
 * Estimates the packet index from the 16-bit sequence number (RFC 3711 3.3.1): the value nearest to the highest index.
 * @param highest -1 before the first packet
 */
export function guessIndex(highest: number, sequence: number): number {
  if (highest < 0) return sequence;
  const distance = ((sequence - (highest % 0x1_00_00)) << 16) >> 16;
  const index = highest + distance;
  return index < 0 ? sequence : index;
}
