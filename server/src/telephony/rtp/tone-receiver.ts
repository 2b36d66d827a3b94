import { keyIn, WINDOW_SAMPLES } from './key-tones.ts';

/** What was heard so far of keys that are tones in the sound. */
export interface ToneState {
  /** The end of what came before, for windows that reach back. */
  readonly tail: Float64Array;
  /** The key of the latest windows, and how many of them have had it one after the other. */
  readonly heard: { digit: string; windows: number } | null;
  /** The key that is held down, and for how many windows it has not been heard. */
  readonly held: { digit: string; missed: number } | null;
}

/** 5 ms from window to window. */
const STEP_SAMPLES = 40;
/** A tone of 40 ms fills five windows wherever they begin, one of 20 ms, which is no key, four at most with its edges. */
const PRESSED_WINDOWS = 5;
/** A pause of 40 ms empties eight; one of 20 ms, such as a packet that was lost, six. */
const RELEASED_WINDOWS = 7;
const TAIL_SAMPLES = WINDOW_SAMPLES - STEP_SAMPLES;

export const NO_TONES: ToneState = { tail: new Float64Array(TAIL_SAMPLES), heard: null, held: null };

/**
 * Looks for keys in the next 20 ms at 8 kHz (ITU-T Q.23 and Q.24): each is told once, 25 to 40 ms after it began, and told
 * again after a pause of 40 ms.
 * @returns `isTone` where the frame is the sound of a key that was told, now or before
 */
export function hearTones(
  state: ToneState,
  frame: Int16Array,
): { state: ToneState; pressed: string | null; isTone: boolean } {
  const samples = new Float64Array(TAIL_SAMPLES + frame.length);
  samples.set(state.tail);
  samples.set(frame, TAIL_SAMPLES);
  let { heard, held } = state;
  let pressed: string | null = null;
  let isTone = false;
  for (let end = WINDOW_SAMPLES; end <= samples.length; end += STEP_SAMPLES) {
    const digit = keyIn(samples.subarray(end - WINDOW_SAMPLES, end));
    heard = digit === null ? null : { digit, windows: digit === heard?.digit ? heard.windows + 1 : 1 };
    held = heldAfter(held, digit);
    if (heard !== null && heard.windows >= PRESSED_WINDOWS && heard.digit !== held?.digit) {
      held = { digit: heard.digit, missed: 0 };
      pressed = heard.digit;
    }
    isTone ||= held !== null && digit === held.digit;
  }
  return { state: { tail: samples.slice(-TAIL_SAMPLES), heard, held }, pressed, isTone };
}

function heldAfter(held: ToneState['held'], digit: string | null): ToneState['held'] {
  if (held === null || digit === held.digit) return held === null ? null : { ...held, missed: 0 };
  const missed = held.missed + 1;
  return missed >= RELEASED_WINDOWS ? null : { ...held, missed };
}
