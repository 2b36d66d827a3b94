import { createLagCorrection } from '../lag-correction.ts';
import { timestampDistance } from './rtp-packet.ts';

/** Telephones sample 8,000 times a second; so do their RTP timestamps. */
export const SAMPLES_PER_MS = 8;
/** A gap that is longer than the time that passed, by more than this, is a jump of the sender's timestamps. */
const MAX_AHEAD = 1000 * SAMPLES_PER_MS;
export interface Place {
  /** In samples from the leg's start. */
  position: number;
  /** Samples between what came before and this that no packet brought. */
  missing: number;
}

/** Where audio belongs on the leg's own timeline: by its timestamps, as long as these make sense. Never goes back. */
export interface RtpTimeline {
  place(timestamp: number, count: number, nowMs: number): Place;
  /** Goes on without a packet, by so many samples of our own making. */
  advance(count: number): void;
  /** The next timestamps have nothing to do with those before. */
  restart(): void;
  /** Where the last audio ended. */
  end(): number;
  /** What that moment is on the timeline. */
  positionAt(nowMs: number): number;
}

export function createRtpTimeline(startMs: number): RtpTimeline {
  let expected: number | null = null;
  let end = 0;
  const lag = createLagCorrection();

  const positionAt = (nowMs: number): number => (nowMs - startMs) * SAMPLES_PER_MS;

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
      position += Math.round(lag((latest - position) / SAMPLES_PER_MS)) * SAMPLES_PER_MS;
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
