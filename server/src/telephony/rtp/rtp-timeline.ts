import { createLagCorrection } from '../lag-correction.ts';
import { timestampDistance } from './rtp-packet.ts';

/** RTP timestamps of telephony codecs count at 8 kHz, also those of G.722. Positions and counts here are such ticks. */
export const TICKS_PER_MS = 8;
/** In ticks. A gap that exceeds the elapsed time by more than this is a timestamp jump. */
const MAX_AHEAD = 1000 * TICKS_PER_MS;

export interface Placement {
  /** Ticks since the start of the leg. */
  position: number;
  missing: number;
}

/** Maps RTP timestamps to the leg's timeline. After a jump it uses the arrival time. It never goes backward. */
export interface RtpTimeline {
  place(timestamp: number, count: number, nowMs: number): Placement;
  advance(count: number): void;
  /** Must be called if the next timestamps are unrelated to the previous ones. */
  restart(): void;
  end(): number;
  positionAt(nowMs: number): number;
}

export function createRtpTimeline(startMs: number): RtpTimeline {
  let expected: number | null = null;
  let end = 0;
  const lag = createLagCorrection();

  const positionAt = (nowMs: number): number => (nowMs - startMs) * TICKS_PER_MS;

  function missingBefore(timestamp: number, latest: number): number | null {
    if (expected === null) return null;
    const gap = timestampDistance(expected, timestamp);
    if (gap < 0) return 0;
    return gap > Math.max(0, latest - end) + MAX_AHEAD ? null : gap;
  }

  return {
    place(timestamp, count, nowMs) {
      const latest = positionAt(nowMs) - count;
      const missing = missingBefore(timestamp, latest);
      let position = missing === null ? Math.max(end, latest) : end + missing;
      position += Math.round(lag((latest - position) / TICKS_PER_MS)) * TICKS_PER_MS;
      end = position + count;
      expected = (timestamp + count) >>> 0;
      return { position, missing: missing ?? 0 };
    },
    advance(count) {
      end += count;
      if (expected !== null) expected = (expected + count) >>> 0;
    },
    restart() {
      expected = null;
    },
    end: () => end,
    positionAt,
  };
}
