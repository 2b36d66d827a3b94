import { createRtpTimeline, SAMPLES_PER_MS } from '../rtp/rtp-timeline.ts';

/** Times in whole milliseconds wobble: what lies so close follows directly. */
const WOBBLE = 40 * SAMPLES_PER_MS;
/** Sound that comes faster than time passes is dropped from here on. */
const MAX_AHEAD = 2000 * SAMPLES_PER_MS;

export interface StreamTimeline {
  /** Where sound begins on the leg's timeline, in samples at 8 kHz; null: it is too far ahead of time to be taken. */
  place(media: { sound: Uint8Array; timestampMs: number | null }, nowMs: number): number | null;
  /** Another stream follows, with times of its own. */
  restart(): void;
}

export function createStreamTimeline(startMs: number): StreamTimeline {
  const timeline = createRtpTimeline(startMs);
  let expected: number | null = null;
  return {
    place({ sound, timestampMs }, nowMs) {
      if (timeline.end() + sound.length - timeline.positionAt(nowMs) > MAX_AHEAD) return null;
      const told = timestampMs === null ? expected : timestampMs * SAMPLES_PER_MS;
      const isNext = expected === null || told === null || Math.abs(told - expected) <= WOBBLE;
      const begin = isNext ? (expected ?? told ?? 0) : told;
      expected = begin + sound.length;
      return timeline.place(begin >>> 0, sound.length, nowMs).position;
    },
    restart() {
      expected = null;
      timeline.restart();
    },
  };
}
