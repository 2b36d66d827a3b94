/** Where the customer speaks, out of how likely speech is in each piece of sound. Times are of the call. */
export interface AudioSegments {
  speaking: boolean;
  /** Begin of the segment, or of what may become one; null: silence. */
  sinceMs: number | null;
  /** End of the last sound that was speech. */
  lastVoicedMs: number;
  /** What the detector has judged so far; what came before anybody listened belongs before 0. */
  heardUntilMs: number;
  /** Speech goes on: the last piece of it was speech, or its first part was. */
  isVoiced: boolean;
  /** Pieces in a row that sounded like speech, before there is a segment. */
  run: number;
}

export type SpeechChange =
  | { type: 'started'; atMs: number }
  /** `atMs`: end of the last sound that was speech. */
  | { type: 'stopped'; atMs: number; voicedMs: number };

const PIECE_MS = 32;
/** Enough to begin; less is enough to go on, because the ends of words are quiet. */
export const STARTS_AT = 0.5;
export const STAYS_AT = 0.35;
/** One piece may be a click. */
const PIECES_TO_START = 2;

export const NO_SPEECH: AudioSegments = {
  speaking: false,
  sinceMs: null,
  lastVoicedMs: 0,
  heardUntilMs: Number.NEGATIVE_INFINITY,
  isVoiced: false,
  run: 0,
};

/**
 * One judgement of the detector; `quietMs`: so much of the end of the piece is quiet.
 * @param stopAfterMs silence that ends a segment (not the turn: that is a policy's decision)
 */
export function hearSpeech(
  state: AudioSegments,
  heard: { probability: number; endMs: number; quietMs: number },
  stopAfterMs: number,
): { state: AudioSegments; change: SpeechChange | null } {
  const heardUntilMs = Math.max(state.heardUntilMs, heard.endMs);
  const voicedUntilMs = Math.max(state.lastVoicedMs, heardUntilMs - heard.quietMs);
  if (state.speaking) {
    const isVoiced = heard.probability >= STAYS_AT;
    const lastVoicedMs = isVoiced ? voicedUntilMs : state.lastVoicedMs;
    return goOn({ ...state, heardUntilMs, lastVoicedMs, isVoiced }, stopAfterMs);
  }
  if (heard.probability < STARTS_AT) {
    return { state: { ...state, heardUntilMs, isVoiced: false, sinceMs: null, run: 0 }, change: null };
  }
  const run = state.run + 1;
  const sinceMs = state.sinceMs ?? heardUntilMs - PIECE_MS;
  const speaking = run >= PIECES_TO_START;
  return {
    state: {
      speaking,
      sinceMs,
      lastVoicedMs: speaking ? voicedUntilMs : state.lastVoicedMs,
      heardUntilMs,
      isVoiced: speaking,
      run,
    },
    change: speaking ? { type: 'started', atMs: sinceMs } : null,
  };
}

function goOn(
  state: AudioSegments,
  stopAfterMs: number,
): { state: AudioSegments; change: SpeechChange | null } {
  const { isVoiced, heardUntilMs, lastVoicedMs } = state;
  if (isVoiced || heardUntilMs - lastVoicedMs < stopAfterMs) return { state, change: null };
  return stopped(state);
}

/** Ends a segment from which nothing is heard any more: packets stopped coming. */
export function loseSpeech(state: AudioSegments): { state: AudioSegments; change: SpeechChange | null } {
  return state.speaking ? stopped(state) : { state: { ...state, sinceMs: null, run: 0 }, change: null };
}

function stopped(state: AudioSegments): { state: AudioSegments; change: SpeechChange } {
  const voicedMs = state.lastVoicedMs - (state.sinceMs ?? state.lastVoicedMs);
  return {
    state: { ...state, speaking: false, isVoiced: false, sinceMs: null, run: 0 },
    change: { type: 'stopped', atMs: state.lastVoicedMs, voicedMs },
  };
}
