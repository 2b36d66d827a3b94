import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { ReceptionStatistics } from './reception-statistics.ts';
import { parseSenderReports, type Report, type SenderReport, writeBye, writeReport } from './rtcp-packet.ts';
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
