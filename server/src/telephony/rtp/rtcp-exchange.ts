import { randomUUID } from 'node:crypto';
import type { Clock } from '../../core/clock.ts';
import type { ReceptionStatistics } from './reception-statistics.ts';
import { parseSenderReports, type Report, type SenderReport, writeBye, writeReport } from './rtcp-packet.ts';
import type { RtpSender } from './rtp-sender.ts';

export interface RtcpExchange {
  /** What the peer tells. */
  take(bytes: Uint8Array): void;
  report(): Buffer;
  bye(): Buffer;
}

/** Tells the peer how much was sent and how much of its own arrived. */
export function createRtcpExchange(
  clock: Clock,
  sender: RtpSender,
  statistics: ReceptionStatistics,
): RtcpExchange {
  const name = randomUUID();
  let heard: (SenderReport & { atMs: number }) | null = null;

  function current(): Report {
    const { packets, bytes, timestamp } = sender.count();
    const received = statistics.report();
    const answered = heard !== null && heard.ssrc === received?.ssrc ? heard : null;
    return {
      ssrc: sender.ssrc,
      name,
      sent: packets === 0 ? null : { wallMs: clock.now().getTime(), timestamp, packets, bytes },
      received: received && {
        ...received,
        lastReport: answered?.compactTime ?? 0,
        sinceLastReportMs: answered === null ? 0 : clock.monotonicMs() - answered.atMs,
      },
    };
  }

  return {
    take(bytes) {
      const last = parseSenderReports(bytes).at(-1);
      if (last !== undefined) heard = { ...last, atMs: clock.monotonicMs() };
    },
    report: () => writeReport(current()),
    bye: () => writeBye(current()),
  };
}
