import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

export interface Source {
  address: string;
  port: number;
}

/** Packets in a row after which an unannounced source is accepted, such as a peer behind NAT. */
const PACKETS_TO_LEARN = 3;
/** An unannounced address is not accepted in this time after the negotiation, to prefer the announced one. */
const FIRST_WAIT_MS = 300;
/** After this silence a new source is accepted if it continues the same RTP stream. */
const SILENT_MS = 1000;
/** After this silence a learned source may be replaced by any other. */
const GONE_MS = 5000;
const MAX_AHEAD = 1000;

/**
 * Symmetric RTP: sends to the source of received packets. The announced source is always accepted. Another one is
 * learned only while the current source is silent, so that nobody can take over a call by sending to its port.
 */
export interface SourceLock {
  accepts(source: Source, packet: Pick<RtpPacket, 'ssrc' | 'sequence'>, nowMs: number): boolean;
  remote(): Source;
  isPeer(address: string): boolean;
}

type Stream = Source & Pick<RtpPacket, 'ssrc' | 'sequence'>;

/** @param agreed time of the negotiation, and the previous source, whose late packets are ignored */
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
