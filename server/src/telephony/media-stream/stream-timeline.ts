import { createRtpTimeline, SAMPLES_PER_MS } from '../rtp/rtp-timeline.ts';

/** Timestamps are rounded to whole milliseconds. Smaller gaps count as contiguous audio. */
const TOLERANCE = 40 * SAMPLES_PER_MS;
/** Audio further ahead of real time is dropped. */
const MAX_AHEAD = 2000 * SAMPLES_PER_MS;

export interface StreamTimeline {
  /** Position of the audio on the leg's timeline, in samples at 8 kHz; null if too far ahead of real time. */
  place(media: { audio: Uint8Array; timestampMs: number | null }, nowMs: number): number | null;
  /** Prepares for a new stream with new timestamps. */
  restart(): void;
}

export function createStreamTimeline(startMs: number): StreamTimeline {
  const timeline = createRtpTimeline(startMs);
  let expected: number | null = null;
  return {
    place({ audio, timestampMs }, nowMs) {
      if (timeline.end() + audio.length - timeline.positionAt(nowMs) > MAX_AHEAD) return null;
      const reported = timestampMs === null ? expected : timestampMs * SAMPLES_PER_MS;
      const isNext = expected === null || reported === null || Math.abs(reported - expected) <= TOLERANCE;
      const begin = isNext ? (expected ?? reported ?? 0) : reported;
      expected = begin + audio.length;
      return timeline.place(begin >>> 0, audio.length, nowMs).position;
    },
    restart() {
      expected = null;
      timeline.restart();
    },
  };
}
