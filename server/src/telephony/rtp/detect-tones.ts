import { keyIn, WINDOW_SAMPLES } from './key-tones.ts';

export interface ToneState {
  /** End of the previous frame, which the next windows overlap. */
  readonly tail: Float64Array;
  /** Key in the latest windows, and the number of consecutive windows with it. */
  readonly candidate: { digit: string; windows: number } | null;
  /** The pressed key, and the number of windows since it was last detected. */
  readonly current: { digit: string; missed: number } | null;
}

/** Distance between windows: 5 ms. */
const STEP_SAMPLES = 40;
/**
 * Windows that must contain a key. A tone of 40 ms fills at least five; one of 20 ms, too short for a key, at most four.
 */
const PRESSED_WINDOWS = 5;
/** Empty windows that end a key. A pause of 40 ms empties eight; one of 20 ms, such as a lost packet, six. */
const RELEASED_WINDOWS = 7;
const TAIL_SAMPLES = WINDOW_SAMPLES - STEP_SAMPLES;

export const NO_TONES: ToneState = { tail: new Float64Array(TAIL_SAMPLES), candidate: null, current: null };

/**
 * Detects DTMF in the next 20 ms at 8 kHz (ITU-T Q.23 and Q.24). Each press is reported once, 25 to 40 ms after it began;
 * a pause of 40 ms ends it.
 * @returns `isTone` if the frame belongs to a reported key
 */
export function detectTones(
  state: ToneState,
  frame: Int16Array,
): { state: ToneState; pressed: string | null; isTone: boolean } {
  const samples = new Float64Array(TAIL_SAMPLES + frame.length);
  samples.set(state.tail);
  samples.set(frame, TAIL_SAMPLES);
  let { candidate, current } = state;
  let pressed: string | null = null;
  let isTone = false;
  for (let end = WINDOW_SAMPLES; end <= samples.length; end += STEP_SAMPLES) {
    const digit = keyIn(samples.subarray(end - WINDOW_SAMPLES, end));
    candidate =
      digit === null ? null : { digit, windows: digit === candidate?.digit ? candidate.windows + 1 : 1 };
    current = currentAfter(current, digit);
    if (candidate !== null && candidate.windows >= PRESSED_WINDOWS && candidate.digit !== current?.digit) {
      current = { digit: candidate.digit, missed: 0 };
      pressed = candidate.digit;
    }
    isTone ||= current !== null && digit === current.digit;
  }
  return { state: { tail: samples.slice(-TAIL_SAMPLES), candidate, current }, pressed, isTone };
}

function currentAfter(current: ToneState['current'], digit: string | null): ToneState['current'] {
  if (current === null || digit === current.digit) return current === null ? null : { ...current, missed: 0 };
  const missed = current.missed + 1;
  return missed >= RELEASED_WINDOWS ? null : { ...current, missed };
}
