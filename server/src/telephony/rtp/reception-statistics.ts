import { type RtpPacket, sequenceDistance, timestampDistance } from './rtp-packet.ts';

/** A report block (RFC 3550 6.4.1). */
export interface ReceptionReport {
  ssrc: number;
  /** Fraction lost since the last report, in 1/256. */
  fractionLost: number;
  cumulativeLost: number;
  highestSequence: number;
  /** Interarrival jitter in ticks of the RTP clock. */
  jitter: number;
}

export interface ReceptionStatistics {
  /** @param clockPerMs of the packet's codec */
  count(packet: RtpPacket, nowMs: number, clockPerMs: number): void;
  /** @returns null before the first packet */
  report(): ReceptionReport | null;
  packets(): number;
}

const MAX_LOST = 0x7fffff;

export function createReceptionStatistics(): ReceptionStatistics {
  let stream: { ssrc: number; first: number; highest: number } | null = null;
  let received = 0;
  let jitter = 0;
  let transit: number | null = null;
  let clock = 0;
  let before = { expected: 0, received: 0 };
  let packets = 0;

  function begin(packet: RtpPacket): { ssrc: number; first: number; highest: number } {
    received = 0;
    jitter = 0;
    transit = null;
    before = { expected: 0, received: 0 };
    return { ssrc: packet.ssrc, first: packet.sequence, highest: packet.sequence };
  }

  return {
    count(packet, nowMs, clockPerMs) {
      packets += 1;
      if (stream?.ssrc !== packet.ssrc) stream = begin(packet);
      received += 1;
      const ahead = sequenceDistance(stream.highest & 0xffff, packet.sequence);
      if (ahead > 0) stream.highest += ahead;
      if (clock !== clockPerMs) transit = null;
      clock = clockPerMs;
      const arrived = (nowMs * clockPerMs) | 0;
      const now = timestampDistance(packet.timestamp, arrived);
      if (transit !== null) jitter += (Math.abs(timestampDistance(transit, now)) - jitter) / 16;
      transit = now;
    },
    report() {
      if (stream === null) return null;
      const expected = stream.highest - stream.first + 1;
      const expectedSince = expected - before.expected;
      const lostSince = expectedSince - (received - before.received);
      before = { expected, received };
      return {
        ssrc: stream.ssrc,
        fractionLost:
          expectedSince <= 0 || lostSince <= 0
            ? 0
            : Math.min(255, Math.floor((lostSince * 256) / expectedSince)),
        cumulativeLost: Math.max(0, Math.min(MAX_LOST, expected - received)),
        highestSequence: stream.highest >>> 0,
        jitter: Math.floor(jitter) >>> 0,
      };
    },
    packets: () => packets,
  };
}
