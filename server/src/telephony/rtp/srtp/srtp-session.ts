import type { Encryption } from '../rtp-parameters.ts';
import { PacketProtector, PacketUnprotector } from './protect-packets.ts';
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
