/** Speech segments of the customer from VAD probabilities, in call time. */
export interface SpeechSegments {
  speaking: boolean;
  /** Start of the current or possible segment; null during silence. */
  sinceMs: number | null;
  /** End of the last sound that was speech. */
  lastVoicedMs: number;
  /** End of the audio classified so far; audio buffered before the answer has negative times. */
  processedUntilMs: number;
  /** True if the last frame contained speech. */
  isVoiced: boolean;
  /** Consecutive speech frames before a segment starts. */
  run: number;
}

export type SpeechChange =
  | { type: 'speech-started'; atMs: number }
  /** `atMs`: end of the last speech. */
  | { type: 'speech-stopped'; atMs: number; voicedMs: number };

const VAD_FRAME_MS = 32;
/** Probability thresholds to start and to continue; word endings are quiet. */
export const STARTS_AT = 0.5;
export const STAYS_AT = 0.35;
/** One frame may be a click. */
const FRAMES_TO_START = 2;

export const NO_SPEECH: SpeechSegments = {
  speaking: false,
  sinceMs: null,
  lastVoicedMs: 0,
  processedUntilMs: Number.NEGATIVE_INFINITY,
  isVoiced: false,
  run: 0,
};

/** End of the customer's speech; pauses inside ongoing speech count as speech. */
export function voicedUntilMs({ isVoiced, processedUntilMs, lastVoicedMs }: SpeechSegments): number {
  return isVoiced ? processedUntilMs : lastVoicedMs;
}

/** Processes one VAD frame. @param stopAfterMs silence that ends a segment (not the turn, which a policy decides) */
export function trackSpeech(
  state: SpeechSegments,
  heard: { probability: number; endMs: number; trailingSilenceMs: number },
  stopAfterMs: number,
): { state: SpeechSegments; change: SpeechChange | null } {
  const processedUntilMs = Math.max(state.processedUntilMs, heard.endMs);
  const soundUntilMs = Math.max(state.lastVoicedMs, processedUntilMs - heard.trailingSilenceMs);
  if (state.speaking) {
    const isVoiced = heard.probability >= STAYS_AT;
    const lastVoicedMs = isVoiced ? soundUntilMs : state.lastVoicedMs;
    return continueSegment({ ...state, processedUntilMs, lastVoicedMs, isVoiced }, stopAfterMs);
  }
  if (heard.probability < STARTS_AT) {
    return { state: { ...state, processedUntilMs, isVoiced: false, sinceMs: null, run: 0 }, change: null };
  }
  const run = state.run + 1;
  const sinceMs = state.sinceMs ?? processedUntilMs - VAD_FRAME_MS;
  const speaking = run >= FRAMES_TO_START;
  return {
    state: {
      speaking,
      sinceMs,
      lastVoicedMs: speaking ? soundUntilMs : state.lastVoicedMs,
      processedUntilMs,
      isVoiced: speaking,
      run,
    },
    change: speaking ? { type: 'speech-started', atMs: sinceMs } : null,
  };
}

function continueSegment(
  state: SpeechSegments,
  stopAfterMs: number,
): { state: SpeechSegments; change: SpeechChange | null } {
  const { isVoiced, processedUntilMs, lastVoicedMs } = state;
  if (isVoiced || processedUntilMs - lastVoicedMs < stopAfterMs) return { state, change: null };
  return stopped(state);
}

/** Ends the segment when no more audio arrives. */
export function endSpeech(state: SpeechSegments): { state: SpeechSegments; change: SpeechChange | null } {
  return state.speaking ? stopped(state) : { state: { ...state, sinceMs: null, run: 0 }, change: null };
}

function stopped(state: SpeechSegments): { state: SpeechSegments; change: SpeechChange } {
  const voicedMs = state.lastVoicedMs - (state.sinceMs ?? state.lastVoicedMs);
  return {
    state: { ...state, speaking: false, isVoiced: false, sinceMs: null, run: 0 },
    change: { type: 'speech-stopped', atMs: state.lastVoicedMs, voicedMs },
  };
}
