import { tonePower } from '../../voice/audio/tones/goertzel.ts';
import { FRAME_MS, type SampleRateHz } from '../../voice/legs/media-leg.ts';
import { COLUMNS, KEYS, ROWS } from './dual-tone.ts';

/** 13 ms, because adjacent rows are 73 Hz apart and a key lasts at least 40 ms. */
const WINDOW_SAMPLES = 104;

const RATE_HZ = 8000;
/** Power of a sine at -39 dBm0; phones send -5 to -25 dBm0. */
const MIN_POWER = 250 ** 2 / 2;
/** Twist: the column tone may be 8 dB below to 4 dB above the row tone (ITU-T Q.24), plus spectral leakage. */
const MAX_BELOW = 10 ** (12 / 10);
const MAX_ABOVE = 10 ** (6 / 10);
/** Minimum power ratio of a tone to the other tones of its group. */
const ABOVE_OTHERS = 10 ** (6 / 10);
/**
 * Minimum share of both tones in the total power. Noise at -10 dB takes a tenth, a frequency error of 1.5 % up to a
 * quarter.
 */
const MIN_SHARE = 0.7;
/** Maximum power ratio of an overtone to its tone. Speech and music have overtones, DTMF has none. */
const MAX_OVERTONE = 10 ** (-13 / 10);

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

export function createToneDetector(rateHz: SampleRateHz, onPress: (digit: string) => void): ToneDetector {
  let state = NO_TONES;
  let expectedMs = 0;
  let ignoreUntilMs = Number.NEGATIVE_INFINITY;

  return {
    detect(frame, { positionMs, nowMs }) {
      const isGap = positionMs - expectedMs > FRAME_MS;
      expectedMs = positionMs + FRAME_MS;
      if (isGap) state = NO_TONES;
      const detected = detectTones(state, rateHz === RATE_HZ ? frame : halved(frame));
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

/** Half the sample rate. The mean of two samples keeps the tones within half a decibel. */
function halved(frame: Int16Array): Int16Array {
  const half = new Int16Array(frame.length >> 1);
  for (let index = 0; index < half.length; index += 1) {
    half[index] = ((frame[2 * index] ?? 0) + (frame[2 * index + 1] ?? 0)) >> 1;
  }
  return half;
}

interface ToneState {
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

interface Tone {
  index: number;
  power: number;
}

/** The DTMF key in a window, or null. @param samples 16-bit values at 8 kHz */
function keyIn(samples: Float64Array): string | null {
  let energy = 0;
  for (const sample of samples) energy += sample * sample;
  const power = energy / samples.length;
  if (power < 2 * MIN_POWER) return null;
  const row = strongestOf(samples, ROWS);
  const column = row === null ? null : strongestOf(samples, COLUMNS);
  if (row === null || column === null) return null;
  if (column.power > row.power * MAX_ABOVE || row.power > column.power * MAX_BELOW) return null;
  const together = row.power + column.power;
  if (together < power * MIN_SHARE) return null;
  if (overtone(samples, COLUMNS[column.index]) > together * MAX_OVERTONE) return null;
  return KEYS[row.index]?.[column.index] ?? null;
}

/** The strongest tone; null if none dominates. */
function strongestOf(samples: Float64Array, tones: readonly number[]): Tone | null {
  const powers = tones.map((hz) => tonePower(samples, hz, RATE_HZ));
  const power = Math.max(...powers);
  const near = powers.filter((other) => other * ABOVE_OTHERS > power).length;
  return power < MIN_POWER || near > 1 ? null : { index: powers.indexOf(power), power };
}

function overtone(samples: Float64Array, hz = 0): number {
  return tonePower(samples, 2 * hz, RATE_HZ);
}
