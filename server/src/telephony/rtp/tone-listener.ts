import { FRAME_SAMPLES } from './frame-assembly.ts';
import { SAMPLES_PER_MS } from './rtp-timeline.ts';
import { hearTones, NO_TONES } from './tone-receiver.ts';

const FRAME_MS = FRAME_SAMPLES / SAMPLES_PER_MS;
/** A key of ours comes back as an echo within this. */
const ECHO_MS = 1000;

/** Keys in the sound of one peer. */
export interface ToneListener {
  /** The next 20 ms, which are silent afterwards where they are the tone of a key that was told; a gap before them ends a key. */
  hear(frame: Int16Array, at: { positionMs: number; nowMs: number }): void;
  /** What is heard from now on, for a second, may be an echo. */
  ignore(nowMs: number): void;
}

export function createToneListener(pressed: (digit: string) => void): ToneListener {
  let state = NO_TONES;
  let expectedMs = 0;
  let deafUntilMs = Number.NEGATIVE_INFINITY;

  return {
    hear(frame, { positionMs, nowMs }) {
      const isGap = positionMs - expectedMs > FRAME_MS;
      expectedMs = positionMs + FRAME_MS;
      if (isGap) state = NO_TONES;
      const heard = hearTones(state, frame);
      state = heard.state;
      if (nowMs < deafUntilMs) return;
      if (heard.pressed !== null) pressed(heard.pressed);
      if (heard.isTone) frame.fill(0);
    },
    ignore(nowMs) {
      deafUntilMs = nowMs + ECHO_MS;
    },
  };
}
