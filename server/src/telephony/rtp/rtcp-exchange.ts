import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { ReceptionReport, ReceptionStatistics } from './reception-statistics.ts';
import type { RtpSender } from './rtp-sender.ts';

export interface RtcpExchange {
  /** Handles a compound packet of the peer. */
  take(bytes: Uint8Array): void;
  report(): Buffer;
  bye(): Buffer;
}

/** Builds RTCP reports about sent and received packets. */
export function createRtcpExchange(
  clock: Clock,
  sender: RtpSender,
  statistics: ReceptionStatistics,
): RtcpExchange {
  const name = randomUUID();
  let lastReport: (SenderReport & { atMs: number }) | null = null;

  function current(): Report {
    const { packets, bytes, timestamp } = sender.count();
    const received = statistics.report();
    const acknowledged = lastReport !== null && lastReport.ssrc === received?.ssrc ? lastReport : null;
    return {
      ssrc: sender.ssrc,
      name,
      sent: packets === 0 ? null : { wallMs: clock.now().getTime(), timestamp, packets, bytes },
      received: received && {
        ...received,
        lastReport: acknowledged?.compactTime ?? 0,
        sinceLastReportMs: acknowledged === null ? 0 : clock.monotonicMs() - acknowledged.atMs,
      },
    };
  }

  return {
    take(bytes) {
      const last = parseSenderReports(bytes).at(-1);
      if (last !== undefined) lastReport = { ...last, atMs: clock.monotonicMs() };
    },
    report: () => writeReport(current()),
    bye: () => writeBye(current()),
  };
}

/** The fields of a sender report that our reports refer to (RFC 3550 6.4.1). */
interface SenderReport {
  ssrc: number;
  /** Middle 32 bits of its NTP timestamp. */
  compactTime: number;
}

interface Report {
  ssrc: number;
  /** CNAME; random, without personal data. */
  name: string;
  /** Null if nothing was sent yet. */
  sent: { wallMs: number; timestamp: number; packets: number; bytes: number } | null;
  received: (ReceptionReport & { lastReport: number; sinceLastReportMs: number }) | null;
}

const PACKET_TYPE = { senderReport: 200, receiverReport: 201, description: 202, bye: 203 };
const BLOCK_BYTES = 24;
const SENDER_BYTES = 20;
const CANONICAL_NAME = 1;
/** Seconds from 1900 to 1970. */
const NTP_EPOCH = 2_208_988_800;

/** The sender reports of a compound packet; ignores truncated and other packets. */
export function parseSenderReports(bytes: Uint8Array): SenderReport[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reports: SenderReport[] = [];
  for (let begin = 0; begin + 4 <= bytes.length; ) {
    if (view.getUint8(begin) >> 6 !== 2) break;
    const length = 4 + view.getUint16(begin + 2) * 4;
    if (begin + length > bytes.length) break;
    if (view.getUint8(begin + 1) === PACKET_TYPE.senderReport && length >= 8 + SENDER_BYTES) {
      reports.push({ ssrc: view.getUint32(begin + 4), compactTime: view.getUint32(begin + 10) });
    }
    begin += length;
  }
  return reports;
}

/** A compound packet: sender or receiver report, then SDES with the CNAME. */
export function writeReport(report: Report): Buffer {
  return Buffer.concat([statistics(report), description(report)]);
}

/** A compound packet with BYE. It must start with a report. */
export function writeBye(report: Report): Buffer {
  const bye = header(PACKET_TYPE.bye, 1, 8);
  bye.writeUInt32BE(report.ssrc, 4);
  return Buffer.concat([writeReport(report), bye]);
}

function statistics({ ssrc, sent, received }: Report): Buffer {
  const senderBytes = sent === null ? 0 : SENDER_BYTES;
  const count = received === null ? 0 : 1;
  const type = sent === null ? PACKET_TYPE.receiverReport : PACKET_TYPE.senderReport;
  const bytes = header(type, count, 8 + senderBytes + count * BLOCK_BYTES);
  bytes.writeUInt32BE(ssrc, 4);
  if (sent !== null) {
    const fraction = Math.floor(((sent.wallMs % 1000) / 1000) * 2 ** 32);
    bytes.writeUInt32BE((Math.floor(sent.wallMs / 1000) + NTP_EPOCH) % 2 ** 32, 8);
    bytes.writeUInt32BE(fraction, 12);
    bytes.writeUInt32BE(sent.timestamp, 16);
    bytes.writeUInt32BE(sent.packets >>> 0, 20);
    bytes.writeUInt32BE(sent.bytes >>> 0, 24);
  }
  if (received !== null) writeBlock(bytes, 8 + senderBytes, received);
  return bytes;
}

function writeBlock(bytes: Buffer, at: number, received: NonNullable<Report['received']>): void {
  bytes.writeUInt32BE(received.ssrc, at);
  bytes.writeUInt8(received.fractionLost, at + 4);
  bytes.writeUIntBE(received.cumulativeLost, at + 5, 3);
  bytes.writeUInt32BE(received.highestSequence, at + 8);
  bytes.writeUInt32BE(received.jitter, at + 12);
  bytes.writeUInt32BE(received.lastReport, at + 16);
  // DLSR in 1/65536 seconds.
  bytes.writeUInt32BE(Math.floor((received.sinceLastReportMs * 65_536) / 1000) >>> 0, at + 20);
}

function description({ ssrc, name }: Report): Buffer {
  const text = Buffer.from(name);
  const bytes = header(PACKET_TYPE.description, 1, 8 + Math.ceil((text.length + 3) / 4) * 4);
  bytes.writeUInt32BE(ssrc, 4);
  bytes.writeUInt8(CANONICAL_NAME, 8);
  bytes.writeUInt8(text.length, 9);
  text.copy(bytes, 10);
  return bytes;
}

/** @param length of the packet in bytes */
function header(type: number, count: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  bytes[0] = 0x80 | count;
  bytes[1] = type;
  bytes.writeUInt16BE(length / 4 - 1, 2);
  return bytes;
}
