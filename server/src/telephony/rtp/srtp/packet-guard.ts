import type { Encryption } from '../rtp-parameters.ts';
import { PacketOpener, PacketSealer } from './seal-packets.ts';
import type { MasterKey } from './session-keys.ts';

/** Both ways of one call's packets: as they are, or encrypted once that is agreed on. */
export class PacketGuard {
  #encryption: Encryption | null = null;
  #sealer: PacketSealer | null = null;
  #opener: PacketOpener | null = null;

  /** A key that is another begins anew; one that stays goes on where it was. @param encryption null: packets go as they are */
  agree(encryption: Encryption | null): void {
    const before = this.#encryption;
    this.#encryption = encryption;
    if (encryption === null) return;
    const { ours, theirs } = encryption;
    if (before === null || !isSame(before.ours, ours)) this.#sealer = new PacketSealer(ours);
    if (before === null || !isSame(before.theirs, theirs)) this.#opener = new PacketOpener(theirs);
  }

  /** What goes out. */
  seal(packet: Buffer, kind: 'rtp' | 'rtcp'): Buffer {
    return this.#encryption === null || this.#sealer === null ? packet : this.#sealer[kind](packet);
  }

  /** What came in; null: it is not the peer's. */
  open(bytes: Buffer, kind: 'rtp' | 'rtcp'): Buffer | null {
    return this.#encryption === null || this.#opener === null ? bytes : this.#opener[kind](bytes);
  }
}

function isSame(one: MasterKey, other: MasterKey): boolean {
  const isSameKey = Buffer.compare(one.key, other.key) === 0 && Buffer.compare(one.salt, other.salt) === 0;
  return isSameKey && one.identifierBytes === other.identifierBytes;
}
