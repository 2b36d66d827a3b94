import { FRAME_MS } from '../voice/legs/media-leg.ts';

/** What the far side has and has not played yet, where it buffers what it gets and tells of its progress now and then. */
export interface Playout {
  /** One more frame went out. */
  sent(): void;
  /** So much of all that went out is played, or thrown away; a report from before a `clear` says nothing new. */
  played(ms: number, nowMs: number): void;
  /** In all. */
  sentMs(): number;
  /** Sound is played no faster than time passes: what cannot have been played since the last report is certainly unplayed. */
  unplayedMs(nowMs: number): number;
  /** Everything is thrown away. @returns what was certainly unplayed */
  clear(nowMs: number): number;
}

export function createPlayout(startMs: number): Playout {
  let sentMs = 0;
  let playedMs = 0;
  let reportedMs = startMs;
  const unplayedMs = (nowMs: number): number => Math.max(0, sentMs - playedMs - (nowMs - reportedMs));
  return {
    sent() {
      sentMs += FRAME_MS;
    },
    played(ms, nowMs) {
      if (ms < playedMs) return;
      playedMs = Math.min(ms, sentMs);
      reportedMs = nowMs;
    },
    sentMs: () => sentMs,
    unplayedMs,
    clear(nowMs) {
      const thrownAwayMs = unplayedMs(nowMs);
      playedMs = sentMs;
      reportedMs = nowMs;
      return thrownAwayMs;
    },
  };
}
