import { detectTones, NO_TONES } from './detect-tones.ts';
import { FRAME_SAMPLES } from './frame-assembly.ts';
import { SAMPLES_PER_MS } from './rtp-timeline.ts';

const FRAME_MS = FRAME_SAMPLES / SAMPLES_PER_MS;
const ECHO_MS = 1000;

/** Detects in-band DTMF of one peer. */
export interface ToneDetector {
  /**
   * Analyzes the next 20 ms and silences them if they belong to a detected key. A gap in the audio ends the key press.
   */
  detect(frame: Int16Array, at: { positionMs: number; nowMs: number }): void;
  /** Ignores tones for one second, as they may be echo. */
  ignore(nowMs: number): void;
}

export function createToneDetector(onPress: (digit: string) => void): ToneDetector {
  let state = NO_TONES;
  let expectedMs = 0;
  let ignoreUntilMs = Number.NEGATIVE_INFINITY;

  return {
    detect(frame, { positionMs, nowMs }) {
      const isGap = positionMs - expectedMs > FRAME_MS;
      expectedMs = positionMs + FRAME_MS;
      if (isGap) state = NO_TONES;
      const detected = detectTones(state, frame);
      state = detected.state;
      if (nowMs < ignoreUntilMs) return;
      if (detected.pressed !== null) onPress(detected.pressed);
      if (detected.isTone) frame.fill(0);
    },
    ignore(nowMs) {
      ignoreUntilMs = nowMs + ECHO_MS;
    },
  };
}
