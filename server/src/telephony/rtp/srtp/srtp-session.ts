import type { Encryption } from '../rtp-parameters.ts';
import { ENCRYPTED, type PacketSealing, RTP_HEADER_BYTES, sealingOf } from './packet-sealing.ts';
import type { MasterKey } from './session-keys.ts';

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
    if (before === null || !isSame(before.theirs, theirs))
      this.#unprotector = new PacketUnprotector(theirs, this.#unprotector?.indexes());
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
  return isSameKey && one.suite === other.suite && one.mkiBytes === other.mkiBytes;
}

/** A peer has one SSRC at a time, but some carriers change it during a call. */
const MAX_SOURCES = 8;

/**
 * Protects outgoing packets (RFC 3711). Use one per key, because reusing an index with the same key would break the
 * encryption.
 */
export class PacketProtector {
  readonly #sealing: PacketSealing;
  #index = -1;
  #reports = 0;

  constructor(master: MasterKey) {
    this.#sealing = sealingOf(master);
  }

  /** @param packet without header extension. Sequence numbers must be consecutive */
  rtp(packet: Buffer): Buffer {
    this.#index = guessIndex(this.#index, packet.readUInt16BE(2));
    return this.#sealing.sealRtp(packet, this.#index);
  }

  rtcp(packet: Buffer): Buffer {
    this.#reports = (this.#reports + 1) % ENCRYPTED;
    return this.#sealing.sealRtcp(packet, (ENCRYPTED | this.#reports) >>> 0);
  }
}

/** Verifies and decrypts received packets. Never throws. */
export class PacketUnprotector {
  readonly #sealing: PacketSealing;
  readonly #sources = new Map<number, ReplayWindow>();
  readonly #reporters = new Map<number, ReplayWindow>();
  readonly #earlier: ReadonlyMap<number, number>;

  /**
   * @param earlier highest indexes by SSRC under the peer's previous key: some peers continue their rollover counter
   * (RFC 3711 3.3.1), others restart it
   */
  constructor(master: MasterKey, earlier: ReadonlyMap<number, number> = new Map()) {
    this.#sealing = sealingOf(master);
    this.#earlier = earlier;
  }

  /** Highest received indexes by SSRC. */
  indexes(): Map<number, number> {
    return new Map([
      ...this.#earlier,
      ...[...this.#sources].map(([ssrc, { highest }]) => [ssrc, highest] as const),
    ]);
  }

  /** @returns null if not authentic or replayed */
  rtp(bytes: Buffer): Buffer | null {
    const begin = payloadOf(bytes);
    if (begin > bytes.length) return null;
    const ssrc = bytes.readUInt32BE(8);
    const window = this.#sources.get(ssrc) ?? new ReplayWindow();
    const sequence = bytes.readUInt16BE(2);
    const earlier = window.highest < 0 ? this.#earlier.get(ssrc) : undefined;
    const indexes = [guessIndex(window.highest, sequence)];
    if (earlier !== undefined) indexes.push(guessIndex(earlier, sequence));
    for (const index of indexes) {
      const packet = window.isNew(index) ? this.#sealing.openRtp(bytes, begin, index) : null;
      if (packet === null) continue;
      remember(this.#sources, ssrc, window).add(index);
      return packet;
    }
    return null;
  }

  /** @returns null if not authentic or replayed */
  rtcp(bytes: Buffer): Buffer | null {
    const word = this.#sealing.wordOf(bytes);
    if (word === null) return null;
    const index = word % ENCRYPTED;
    const ssrc = bytes.readUInt32BE(4);
    const window = this.#reporters.get(ssrc) ?? new ReplayWindow();
    const packet = window.isNew(index) ? this.#sealing.openRtcp(bytes, word) : null;
    if (packet !== null) remember(this.#reporters, ssrc, window).add(index);
    return packet;
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
