import { FRAME_MS } from '../legs/media-leg.ts';

/** How fast the offset follows a clock that runs slower than ours, with each frame that comes in its time. */
const DRIFT = 0.005;
/** What is later than this is late by itself, not by a clock. */
const MAX_DRIFTING_MS = 200;

/** From when on positions have jumped: their timeline begins anew. */
export interface JumpRule {
  /** They are behind by more than this, */
  behindMs: number;
  /** for so long: what waited while nobody could take it catches up at once. */
  lastsMs: number;
}

const OF_A_LEG: JumpRule = { behindMs: 1000, lastsMs: 1000 };
/** Of what we send: it goes out as it is made, and what a stall leaves out is never made up for. */
export const OF_OUR_OWN: JumpRule = { behindMs: 250, lastsMs: 0 };

/** Places frames of a leg on the call's timeline: the frame that came with the least delay tells where they belong. */
export class LegTimeline {
  readonly #rule: JumpRule;
  #offsetMs: number | null = null;
  #behindSinceMs: number | null = null;
  #lastMs = Number.NEGATIVE_INFINITY;

  constructor(rule = OF_A_LEG) {
    this.#rule = rule;
  }

  /** When a frame at `positionMs` that arrives now was said; its end is never in the future. */
  place(positionMs: number, nowMs: number): number {
    const seenMs = nowMs - FRAME_MS - positionMs;
    const offsetMs = this.#offsetMs ?? seenMs;
    const lateMs = seenMs - offsetMs;
    const isNew = lateMs < 0 || this.#haveJumped(lateMs, nowMs);
    // Of those that come all at once only the first tells of a clock.
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
