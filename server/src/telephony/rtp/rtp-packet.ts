/** An RTP packet (RFC 3550 5.1), without extension, padding and CSRCs. */
export interface RtpPacket {
  payloadType: number;
  marker: boolean;
  /** 16 bits, wrapping. */
  sequence: number;
  /** 32 bits, in samples, wrapping. */
  timestamp: number;
  ssrc: number;
  payload: Uint8Array;
}

const HEADER_BYTES = 12;
const VERSION = 2;
/** RTCP packet types on a shared port (RFC 5761 4). */
const RTCP_TYPES = { first: 192, last: 223 };

/** Parses a packet. The payload is a view of `bytes`. @returns null if truncated or not RTP version 2 */
export function parseRtp(bytes: Uint8Array): RtpPacket | null {
  if (bytes.length < HEADER_BYTES) return null;
  const [first = 0, second = 0] = bytes;
  if (first >> 6 !== VERSION || isRtcp(bytes)) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let begin = HEADER_BYTES + (first & 0x0f) * 4;
  if ((first & 0x10) !== 0) {
    if (begin + 4 > bytes.length) return null;
    begin += 4 + view.getUint16(begin + 2) * 4;
  }
  const end = bytes.length - ((first & 0x20) === 0 ? 0 : paddingOf(bytes));
  if (begin > end) return null;
  return {
    payloadType: second & 0x7f,
    marker: (second & 0x80) !== 0,
    sequence: view.getUint16(2),
    timestamp: view.getUint32(4),
    ssrc: view.getUint32(8),
    payload: bytes.subarray(begin, end),
  };
}

/** Length of the padding. The count includes its own byte, so 0 is invalid and the packet is discarded. */
function paddingOf(bytes: Uint8Array): number {
  const count = bytes[bytes.length - 1] ?? 0;
  return count === 0 ? bytes.length : count;
}

export function isRtcp(bytes: Uint8Array): boolean {
  const second = bytes[1] ?? 0;
  return second >= RTCP_TYPES.first && second <= RTCP_TYPES.last;
}

export function writeRtp(packet: RtpPacket): Buffer {
  const bytes = Buffer.allocUnsafe(HEADER_BYTES + packet.payload.length);
  bytes[0] = VERSION << 6;
  bytes[1] = (packet.marker ? 0x80 : 0) | (packet.payloadType & 0x7f);
  bytes.writeUInt16BE(packet.sequence & 0xffff, 2);
  bytes.writeUInt32BE(packet.timestamp >>> 0, 4);
  bytes.writeUInt32BE(packet.ssrc >>> 0, 8);
  bytes.set(packet.payload, HEADER_BYTES);
  return bytes;
}

/** Distance from `from` to `to` on a 16-bit counter: -32768 to 32767. */
export function sequenceDistance(from: number, to: number): number {
  return ((to - from) << 16) >> 16;
}

/** Distance from `from` to `to` on a 32-bit counter. */
export function timestampDistance(from: number, to: number): number {
  return (to - from) | 0;
}
