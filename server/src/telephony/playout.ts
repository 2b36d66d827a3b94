import { FRAME_MS } from '../voice/legs/media-leg.ts';

/** Estimates how much of the sent audio a buffering far end has played, from its occasional progress reports. */
export interface Playout {
  sent(): void;
  /** Total audio played or discarded, as reported; outdated reports are ignored. */
  played(ms: number, nowMs: number): void;
  sentMs(): number;
  /** Lower bound of the unplayed audio, assuming that it has been played in real time since the last report. */
  unplayedMs(nowMs: number): number;
  /** Upper bound of the unplayed audio: everything since the last report. `unplayedMs` before the first report. */
  unconfirmedMs(nowMs: number): number;
  /** Records that the far end discarded its buffer. @returns lower bound of the discarded audio */
  clear(nowMs: number): number;
}

/** @param maxUnreportedMs longest playback assumed without another report, if the far end has reported before */
export function createPlayout(startMs: number, maxUnreportedMs = Number.POSITIVE_INFINITY): Playout {
  let sentMs = 0;
  let playedMs = 0;
  let reportedMs = startMs;
  let hasReports = false;
  const unplayedMs = (nowMs: number): number => {
    const sinceMs = Math.min(nowMs - reportedMs, hasReports ? maxUnreportedMs : Number.POSITIVE_INFINITY);
    return Math.max(0, sentMs - playedMs - sinceMs);
  };
  return {
    sent() {
      sentMs += FRAME_MS;
    },
    played(ms, nowMs) {
      if (ms < playedMs) return;
      playedMs = Math.min(ms, sentMs);
      hasReports = true;
      reportedMs = nowMs;
    },
    sentMs: () => sentMs,
    unplayedMs,
    unconfirmedMs: (nowMs) => (hasReports ? sentMs - playedMs : unplayedMs(nowMs)),
    clear(nowMs) {
      const discardedMs = unplayedMs(nowMs);
      playedMs = sentMs;
      reportedMs = nowMs;
      return discardedMs;
    },
  };
}
