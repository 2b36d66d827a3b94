import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

export interface Source {
  address: string;
  port: number;
}

/** So many packets in a row make a source that was not announced the peer's: it sits behind a translator of addresses. */
const PACKETS_TO_LEARN = 3;
/** A peer that is silent for so long may have been given another address, if it goes on with the very same stream. */
const SILENT_MS = 1000;
const MAX_AHEAD = 1000;

/**
 * Symmetric RTP: the peer is who really sends. Learns that once, holds on to it, and lets no stranger in afterwards, so
 * that nobody takes a call over by sending to its port.
 */
export interface SourceLock {
  accepts(source: Source, packet: Pick<RtpPacket, 'ssrc' | 'sequence'>, nowMs: number): boolean;
  /** Where to send. */
  remote(): Source;
  /** Whether somebody is known to be the peer, by what it sends. */
  isPeer(address: string): boolean;
}

type Stream = Source & Pick<RtpPacket, 'ssrc' | 'sequence'>;

export function createSourceLock(announced: Source): SourceLock {
  let locked: (Stream & { atMs: number }) | null = null;
  let candidate: (Stream & { count: number }) | null = null;

  const isSame = (one: Source, other: Source): boolean =>
    one.port === other.port && one.address === other.address;

  function isLearned(stream: Stream): boolean {
    const follows =
      candidate !== null &&
      isSame(candidate, stream) &&
      candidate.ssrc === stream.ssrc &&
      Math.abs(sequenceDistance(candidate.sequence, stream.sequence)) <= PACKETS_TO_LEARN;
    candidate = { ...stream, count: follows && candidate !== null ? candidate.count + 1 : 1 };
    return candidate.count >= PACKETS_TO_LEARN;
  }

  function hasMoved(stream: Stream, nowMs: number): boolean {
    if (locked === null || nowMs - locked.atMs < SILENT_MS || locked.ssrc !== stream.ssrc) return false;
    const ahead = sequenceDistance(locked.sequence, stream.sequence);
    return ahead > 0 && ahead < MAX_AHEAD && isLearned(stream);
  }

  return {
    accepts(source, packet, nowMs) {
      if (locked !== null && isSame(locked, source)) {
        locked.atMs = nowMs;
        locked.ssrc = packet.ssrc;
        locked.sequence = packet.sequence;
        return true;
      }
      const { address, port } = source;
      const stream = { address, port, ssrc: packet.ssrc, sequence: packet.sequence };
      const isNew =
        locked === null ? isSame(announced, source) || isLearned(stream) : hasMoved(stream, nowMs);
      if (!isNew) return false;
      locked = { ...stream, atMs: nowMs };
      candidate = null;
      return true;
    },
    remote: () => locked ?? announced,
    isPeer: (address) => address === (locked ?? announced).address,
  };
}
