import { type RtpPacket, sequenceDistance } from './rtp-packet.ts';

export interface Source {
  address: string;
  port: number;
}

/** Packets in a row after which an unannounced source is accepted, such as a peer behind NAT. */
const PACKETS_TO_LEARN = 3;
/** An unannounced address is not accepted in this time after the negotiation, to prefer the announced one. */
const FIRST_WAIT_MS = 300;
/** After this silence another source is accepted if it belongs to the peer. */
const SILENT_MS = 1000;
/** After this silence a learned source may be replaced by any other. */
const GONE_MS = 5000;
const MAX_AHEAD = 1000;

/**
 * Symmetric RTP: sends to the source of received packets. The announced source is always accepted. Another one is
 * learned only while the current source is silent, so that nobody can take over a call by sending to its port. It must
 * continue the RTP stream, have an address of the peer or, with SRTP, know the key.
 */
export interface SourceLock {
  accepts(source: Source, packet: Pick<RtpPacket, 'ssrc' | 'sequence'>, nowMs: number): boolean;
  remote(): Source;
  isPeer(address: string): boolean;
}

type Stream = Source & Pick<RtpPacket, 'ssrc' | 'sequence'>;

/**
 * @param agreed time of the negotiation; the previous source, whose late packets are ignored; and whether packets are
 * authenticated before they get here
 */
export function createSourceLock(
  announced: Source,
  agreed: { nowMs: number; previous: Source | null; isAuthentic?: boolean },
): SourceLock {
  const { nowMs: agreedMs, previous, isAuthentic = false } = agreed;
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
    if (silentMs < SILENT_MS) return false;
    const isOfPeer = stream.address === announced.address || stream.address === from.address;
    return isAuthentic || isOfPeer || continues(from, stream);
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

function continues(from: Stream, stream: Stream): boolean {
  const ahead = sequenceDistance(from.sequence, stream.sequence);
  return from.ssrc === stream.ssrc && ahead > 0 && ahead < MAX_AHEAD;
}

function isSame(one: Source, other: Source): boolean {
  return one.port === other.port && one.address === other.address;
}
