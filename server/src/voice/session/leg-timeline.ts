import { FRAME_MS } from '../legs/media-leg.ts';

/** How fast the offset follows a clock that runs slower than ours. */
const DRIFT = 0.005;
/** A jump of the leg's positions: its timeline begins anew. */
const JUMP_MS = 1000;

/** Places frames of a leg on the call's timeline: the frame that came with the least delay tells where they belong. */
export class LegTimeline {
  #offsetMs: number | null = null;

  /** When a frame at `positionMs` that arrives now was said; its end is never in the future. */
  place(positionMs: number, nowMs: number): number {
    const seenMs = nowMs - FRAME_MS - positionMs;
    const offsetMs = this.#offsetMs ?? seenMs;
    const late = seenMs - offsetMs;
    this.#offsetMs = late < 0 || late > JUMP_MS ? seenMs : offsetMs + late * DRIFT;
    return positionMs + this.#offsetMs;
  }
}
