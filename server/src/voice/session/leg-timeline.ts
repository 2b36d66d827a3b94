import { FRAME_MS } from '../legs/media-leg.ts';

/** Rate at which the offset follows a slower clock, per frame on time. */
const DRIFT = 0.005;
/** Frames that are later than this are late for reasons other than clock drift. */
const MAX_DRIFTING_MS = 200;

/** When a jump of positions restarts the timeline. */
export interface JumpRule {
  /** Minimum distance by which positions are behind. */
  behindMs: number;
  /** How long they must be behind; queued frames catch up sooner. */
  lastsMs: number;
}

const INBOUND_JUMP_RULE: JumpRule = { behindMs: 1000, lastsMs: 1000 };
/** Sent audio never catches up after a stall. */
export const OUTBOUND_JUMP_RULE: JumpRule = { behindMs: 250, lastsMs: 0 };

/** Maps positions of a leg to call time. The frame with the least delay determines the offset. */
export class LegTimeline {
  readonly #rule: JumpRule;
  #offsetMs: number | null = null;
  #behindSinceMs: number | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(rule = INBOUND_JUMP_RULE) {
    this.#rule = rule;
  }

  /** Call time of a frame that arrives now; its end is never in the future. */
  callTimeOf(positionMs: number, nowMs: number): number {
    const seenMs = nowMs - FRAME_MS - positionMs;
    const offsetMs = this.#offsetMs ?? seenMs;
    const lateMs = seenMs - offsetMs;
    const isNew = lateMs < 0 || this.#haveJumped(lateMs, nowMs);
    // In a burst only the first frame reflects the clock.
    const passed = Math.min(1, Math.max(0, nowMs - this.#lastMs) / FRAME_MS);
    this.#lastMs = nowMs;
    this.#offsetMs = isNew ? seenMs : offsetMs + Math.min(lateMs, MAX_DRIFTING_MS) * DRIFT * passed;
    return positionMs + this.#offsetMs;
  }

  #haveJumped(lateMs: number, nowMs: number): boolean {
    if (lateMs <= this.#rule.behindMs) {
      this.#behindSinceMs = null;
      return false;
    }
    this.#behindSinceMs ??= nowMs;
    if (nowMs - this.#behindSinceMs < this.#rule.lastsMs) return false;
    this.#behindSinceMs = null;
    return true;
  }
}
