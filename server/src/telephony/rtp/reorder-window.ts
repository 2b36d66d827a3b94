import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

/** How long what comes after a missing packet waits for it. */
const WAIT_MS = 60;
/** Further ahead or behind than this, the sender has jumped: it started again, or nothing came for a second. */
const MAX_DISTANCE = 50;

/** @param lostBefore packets between the one before and this one that never came */
export type InOrder = (packet: RtpPacket, lostBefore: number) => void;

/** Puts the packets of one stream in order: what is in order is handed on at once. */
export class ReorderWindow {
  readonly #deliver: InOrder;
  readonly #held = new Map<number, { packet: RtpPacket; sinceMs: number }>();
  #next: number | null = null;
  /** Where a stream that jumped would go on: only its second packet is believed. */
  #afterJump: number | null = null;

  constructor(deliver: InOrder) {
    this.#deliver = deliver;
  }

  /** Drops what was handed on, or given up, before. */
  insert(packet: RtpPacket, nowMs: number): void {
    const distance = this.#next === null ? 0 : sequenceDistance(this.#next, packet.sequence);
    if (Math.abs(distance) > MAX_DISTANCE) {
      this.#jump(packet);
      return;
    }
    this.#afterJump = null;
    if (distance === 0) {
      this.#hand(packet, 0);
      this.#handFollowing();
    } else if (distance > 0 && !this.#held.has(packet.sequence)) {
      this.#held.set(packet.sequence, { packet, sinceMs: nowMs });
    }
  }

  /** Gives up what is waited for too long. @returns when to call again; null: nothing waits. */
  release(nowMs: number): number | null {
    while (this.#held.size > 0) {
      let sinceMs = Number.POSITIVE_INFINITY;
      for (const held of this.#held.values()) sinceMs = Math.min(sinceMs, held.sinceMs);
      if (sinceMs + WAIT_MS > nowMs) return sinceMs + WAIT_MS;
      this.#handFirstHeld();
    }
    return null;
  }

  /** Hands on what is held and takes the next packet for the first of a stream. */
  restart(): void {
    while (this.#held.size > 0) this.#handFirstHeld();
    this.#next = null;
    this.#afterJump = null;
  }

  #jump(packet: RtpPacket): void {
    const isSecond = packet.sequence === this.#afterJump;
    this.#afterJump = (packet.sequence + 1) & 0xffff;
    if (!isSecond) return;
    this.restart();
    this.#hand(packet, 0);
  }

  #hand(packet: RtpPacket, lostBefore: number): void {
    this.#next = (packet.sequence + 1) & 0xffff;
    this.#deliver(packet, lostBefore);
  }

  #handFollowing(): void {
    let following = this.#held.get(this.#next ?? -1);
    while (following !== undefined) {
      this.#held.delete(following.packet.sequence);
      this.#hand(following.packet, 0);
      following = this.#held.get(this.#next ?? -1);
    }
  }

  #handFirstHeld(): void {
    let first: RtpPacket | null = null;
    let lost = Number.POSITIVE_INFINITY;
    for (const { packet } of this.#held.values()) {
      const distance = sequenceDistance(this.#next ?? 0, packet.sequence);
      if (distance >= lost) continue;
      first = packet;
      lost = distance;
    }
    if (first === null) return;
    this.#held.delete(first.sequence);
    this.#hand(first, lost);
    this.#handFollowing();
  }
}
