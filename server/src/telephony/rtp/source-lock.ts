import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

export interface Source {
  address: string;
  port: number;
}

/** So many packets in a row make a source that was not announced the peer's: it sits behind a translator of addresses. */
const PACKETS_TO_LEARN = 3;
/** So long another machine waits for the one that was announced to begin. */
const FIRST_WAIT_MS = 300;
/** A peer that is silent for so long may have been given another address, if it goes on with the very same stream. */
const SILENT_MS = 1000;
/** Whoever was learned and is silent for so long may never have been the peer. */
const GONE_MS = 5000;
const MAX_AHEAD = 1000;

/**
 * Symmetric RTP: the peer is who really sends. Who was announced always is; another source is learned while that one is
 * silent, and held on to, so that nobody takes a call over by sending to its port.
 */
export interface SourceLock {
  accepts(source: Source, packet: Pick<RtpPacket, 'ssrc' | 'sequence'>, nowMs: number): boolean;
  /** Where to send. */
  remote(): Source;
  /** Whether somebody is known to be the peer, by what it sends. */
  isPeer(address: string): boolean;
}

type Stream = Source & Pick<RtpPacket, 'ssrc' | 'sequence'>;

/** @param agreed when, and who sent before: what still comes from there is late */
export function createSourceLock(
  announced: Source,
  agreed: { nowMs: number; previous: Source | null },
): SourceLock {
  const { nowMs: agreedMs, previous } = agreed;
  let locked: (Stream & { atMs: number }) | null = null;
  let candidate: (Stream & { count: number }) | null = null;

  function isLearned(stream: Stream): boolean {
    const follows =
      candidate !== null &&
      isSame(candidate, stream) &&
      candidate.ssrc === stream.ssrc &&
      Math.abs(sequenceDistance(candidate.sequence, stream.sequence)) <= PACKETS_TO_LEARN;
    candidate = { ...stream, count: follows && candidate !== null ? candidate.count + 1 : 1 };
    return candidate.count >= PACKETS_TO_LEARN;
  }

  function mayBegin({ address }: Source, nowMs: number): boolean {
    return address === announced.address || nowMs - agreedMs >= FIRST_WAIT_MS;
  }

  function mayFollow(from: Stream & { atMs: number }, stream: Stream, nowMs: number): boolean {
    const silentMs = nowMs - from.atMs;
    if (silentMs >= GONE_MS && !isSame(announced, from)) return true;
    if (silentMs < SILENT_MS || from.ssrc !== stream.ssrc) return false;
    const ahead = sequenceDistance(from.sequence, stream.sequence);
    return ahead > 0 && ahead < MAX_AHEAD;
  }

  function takesOver(stream: Stream, nowMs: number): boolean {
    if (previous !== null && isSame(previous, stream)) return false;
    if (locked !== null) return mayFollow(locked, stream, nowMs) && isLearned(stream);
    return isLearned(stream) && mayBegin(stream, nowMs);
  }

  return {
    accepts({ address, port }, { ssrc, sequence }, nowMs) {
      const stream = { address, port, ssrc, sequence };
      const isKnown = isSame(announced, stream) || (locked !== null && isSame(locked, stream));
      if (!isKnown) {
        if (!takesOver(stream, nowMs)) return false;
        candidate = null;
      }
      locked = { ...stream, atMs: nowMs };
      return true;
    },
    remote: () => locked ?? announced,
    isPeer: (address) => address === (locked ?? announced).address,
  };
}

function isSame(one: Source, other: Source): boolean {
  return one.port === other.port && one.address === other.address;
}
