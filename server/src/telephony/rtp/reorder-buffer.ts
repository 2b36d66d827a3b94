import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

/** How long packets wait for a missing packet before them. */
const WAIT_MS = 60;
/**
 * Maximum distance between sequence numbers. A larger one is a jump: the sender restarted, or nothing arrived for a
 * second.
 */
const MAX_DISTANCE = 50;

/** @param lostBefore number of missing packets before this one */
export type InOrder = (packet: RtpPacket, lostBefore: number) => void;

/** Reorders the packets of one stream. Packets in order are delivered without delay. */
export class ReorderBuffer {
  readonly #deliver: InOrder;
  readonly #buffered = new Map<number, { packet: RtpPacket; sinceMs: number }>();
  #next: number | null = null;
  /** Expected sequence number after a jump. The jump counts only if a second packet confirms it. */
  #afterJump: number | null = null;

  constructor(deliver: InOrder) {
    this.#deliver = deliver;
  }

  /** Drops duplicates and packets that are too late. */
  insert(packet: RtpPacket, nowMs: number): void {
    const distance = this.#next === null ? 0 : sequenceDistance(this.#next, packet.sequence);
    if (Math.abs(distance) > MAX_DISTANCE) {
      this.#jump(packet);
      return;
    }
    this.#afterJump = null;
    if (distance === 0) {
      this.#deliverNext(packet, 0);
      this.#deliverFollowing();
    } else if (distance > 0 && !this.#buffered.has(packet.sequence)) {
      this.#buffered.set(packet.sequence, { packet, sinceMs: nowMs });
    }
  }

  /** Stops waiting for packets that are overdue. @returns when to call again; null if nothing is buffered */
  release(nowMs: number): number | null {
    while (this.#buffered.size > 0) {
      let sinceMs = Number.POSITIVE_INFINITY;
      for (const buffered of this.#buffered.values()) sinceMs = Math.min(sinceMs, buffered.sinceMs);
      if (sinceMs + WAIT_MS > nowMs) return sinceMs + WAIT_MS;
      this.#deliverFirstBuffered();
    }
    return null;
  }

  /** Delivers buffered packets; the next packet starts a new stream. */
  restart(): void {
    while (this.#buffered.size > 0) this.#deliverFirstBuffered();
    this.#next = null;
    this.#afterJump = null;
  }

  #jump(packet: RtpPacket): void {
    const isSecond = packet.sequence === this.#afterJump;
    this.#afterJump = (packet.sequence + 1) & 0xffff;
    if (!isSecond) return;
    this.restart();
    this.#deliverNext(packet, 0);
  }

  #deliverNext(packet: RtpPacket, lostBefore: number): void {
    this.#next = (packet.sequence + 1) & 0xffff;
    this.#deliver(packet, lostBefore);
  }

  #deliverFollowing(): void {
    let following = this.#buffered.get(this.#next ?? -1);
    while (following !== undefined) {
      this.#buffered.delete(following.packet.sequence);
      this.#deliverNext(following.packet, 0);
      following = this.#buffered.get(this.#next ?? -1);
    }
  }

  #deliverFirstBuffered(): void {
    let first: RtpPacket | null = null;
    let lost = Number.POSITIVE_INFINITY;
    for (const { packet } of this.#buffered.values()) {
      const distance = sequenceDistance(this.#next ?? 0, packet.sequence);
      if (distance >= lost) continue;
      first = packet;
      lost = distance;
    }
    if (first === null) return;
    this.#buffered.delete(first.sequence);
    this.#deliverNext(first, lost);
    this.#deliverFollowing();
  }
}
