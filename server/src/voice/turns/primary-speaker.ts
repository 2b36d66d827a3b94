import { INITIAL_NOISE_FLOOR, isBabble, type NoiseFloor, trackNoiseFloor } from './noise-floor.ts';
import {
  addSpeech,
  dbfsOf,
  energyOf,
  INITIAL_SPEAKER_LEVEL,
  nextTurn,
  type SpeakerLevel,
  speakerDbfs,
  turnDbfs,
  understood,
} from './speaker-level.ts';
import { STARTS_AT, STAYS_AT } from './speech-segments.ts';

/**
 * State for deciding whether detected speech is the customer's or that of background speakers. In a quiet room all
 * speech is the customer's. Among babble, or far below the level of the customer's own turns, speech must stand out.
 */
export interface PrimarySpeaker {
  noiseFloor: NoiseFloor;
  own: SpeakerLevel;
  /** Level of speech above the noise floor, accumulated over frames, in dB. */
  prominence: number;
  /** Smoothed energy: short-term, and over the last third of a second. */
  energy: number;
  lastingEnergy: number;
  /** Duration of soft speech at the end of the customer's turn. */
  softMs: number;
  /** Ignored speech over an answer, or null. */
  ignored: IgnoredSpeech | null;
  /** Start of speech over an answer that has been too soft so far, or null. */
  softSinceMs: number | null;
  /** True if the previous frame was during an answer. */
  isOverAnswer: boolean;
  /**
   * True if the STT provider sends interim results: the customer is then confirmed quickly, and speech without a
   * transcript could not be answered anyway.
   */
  hasInterims: boolean;
}

export interface IgnoredSpeech {
  sinceMs: number;
  /** End of its last frame. */
  lastMs: number;
  voicedMs: number;
}

/** Holder of the turn: the assistant as soon as an answer is on its way. */
export type TurnHolder = 'assistant' | 'customer' | 'nobody';

interface VadFrame {
  probability: number;
  levelDbfs: number;
  endMs: number;
}

interface SpeakerDecision {
  state: PrimarySpeaker;
  isCustomer: boolean;
  sinceMs?: number | null;
}

const VAD_FRAME_MS = 32;
/** Smoothing factors per frame. */
const SMOOTHING = 0.5;
const LASTING_SMOOTHING = 0.1;
/** Frames add to the prominence if they are this far above the noise floor; softer ones subtract from it. */
const MARGIN_DB = 3;
/** Accumulated prominence at which an interruption starts. */
const START_DB = 6;
/** Prominence at which it continues, and upper bound of the prominence. */
const CONTINUE_DB = 1;
const MAX_DB = 12;
/** Levels below the customer's own at which speech does not start or continue an interruption; words start softly. */
const SOFT_BEGIN_DB = 12;
const SOFTER_DB = 9;
/** Level below the customer's own turns at which speech does not continue a turn. */
const MUCH_SOFTER_DB = 12;
/**
 * Prominent soft speech of this duration is the customer; longer with interim results, which would have confirmed it.
 */
const CONFIRM_AFTER_MS = 800;
const CONFIRM_AFTER_WITH_INTERIMS_MS = 5000;
/** Maximum duration of a soft end of a sentence. */
const SOFT_END_MS = 300;
/** Words start softly: include this much audio before. */
const SOFT_BEGIN_MS = 100;
/** A longer pause separates ignored speech. */
const GAP_MS = 200;

export const INITIAL_SPEAKER: PrimarySpeaker = {
  noiseFloor: INITIAL_NOISE_FLOOR,
  own: INITIAL_SPEAKER_LEVEL,
  prominence: 0,
  energy: 0,
  lastingEnergy: 0,
  softMs: 0,
  ignored: null,
  softSinceMs: null,
  isOverAnswer: false,
  hasInterims: false,
};

/**
 * Processes one VAD frame.
 * @param speaking whether the customer is known to be speaking
 * @returns whether the frame may be the customer's (always true for non-speech), and the start of their speech if
 * earlier
 */
export function trackSpeaker(
  before: PrimarySpeaker,
  heard: VadFrame,
  { turnHolder, speaking }: { turnHolder: TurnHolder; speaking: boolean },
): SpeakerDecision {
  const isOverAnswer = turnHolder === 'assistant';
  const state = {
    ...before,
    ...loudness(before, heard),
    isOverAnswer,
    prominence: prominence(before, heard),
  };
  if (heard.probability < (speaking ? STAYS_AT : STARTS_AT)) {
    return { state: speaking ? state : noSpeech(state, heard), isCustomer: true };
  }
  if (isOverAnswer) return overAnswer(state, heard, speaking);
  const isNew = before.isOverAnswer || (turnHolder === 'nobody' && !speaking);
  return inTurn(isNew ? { ...state, own: nextTurn(state.own), softMs: 0, ignored: null } : state, heard);
}

/** A transcript arrived, final (`isFinal`) or interim. */
export function confirmSpeaker(state: PrimarySpeaker, isFinal: boolean): PrimarySpeaker {
  if (isFinal) return { ...state, own: understood(state.own), softMs: 0 };
  return { ...state, hasInterims: true, softMs: 0 };
}

function loudness({ energy, lastingEnergy }: PrimarySpeaker, { levelDbfs }: VadFrame) {
  const heard = energyOf(levelDbfs);
  return {
    energy: energy + (heard - energy) * SMOOTHING,
    lastingEnergy: lastingEnergy + (heard - lastingEnergy) * LASTING_SMOOTHING,
  };
}

function prominence({ noiseFloor, prominence }: PrimarySpeaker, { levelDbfs }: VadFrame): number {
  const over = levelDbfs - (noiseFloor.levelDbfs ?? levelDbfs) - MARGIN_DB;
  return Math.max(0, Math.min(MAX_DB, prominence + over));
}

/** Possible speech over an answer is remembered until a transcript decides. */
function noSpeech(state: PrimarySpeaker, heard: VadFrame): PrimarySpeaker {
  const next = { ...withNoiseFloor(state, heard), softSinceMs: null };
  return state.isOverAnswer && heard.probability >= STAYS_AT ? ignore(next, heard) : next;
}

function withNoiseFloor(state: PrimarySpeaker, heard: VadFrame): PrimarySpeaker {
  return { ...state, noiseFloor: trackNoiseFloor(state.noiseFloor, heard) };
}

function overAnswer(state: PrimarySpeaker, heard: VadFrame, speaking: boolean): SpeakerDecision {
  const isProminent = !isBabble(state.noiseFloor) || state.prominence >= (speaking ? CONTINUE_DB : START_DB);
  if (!isProminent) return { state: ignore(withNoiseFloor(state, heard), heard), isCustomer: false };
  const levelDbfs = speakerDbfs(state.own);
  const overDbfs = speaking ? dbfsOf(state.lastingEnergy) + SOFTER_DB : dbfsOf(state.energy) + SOFT_BEGIN_DB;
  if (levelDbfs === null || overDbfs >= levelDbfs) {
    const { ignored, softSinceMs } = state;
    const sinceMs =
      softSinceMs === null ? null : Math.max(softSinceMs, heard.endMs - VAD_FRAME_MS - SOFT_BEGIN_MS);
    return {
      state: { ...state, ignored: speaking ? ignored : null, softSinceMs: null },
      isCustomer: true,
      sinceMs: speaking ? null : sinceMs,
    };
  }
  const softSinceMs = state.softSinceMs ?? heard.endMs - VAD_FRAME_MS;
  const ignored = ignore({ ...state, softSinceMs }, heard);
  const confirmAfterMs = state.hasInterims ? CONFIRM_AFTER_WITH_INTERIMS_MS : CONFIRM_AFTER_MS;
  return { state: ignored, isCustomer: (ignored.ignored?.voicedMs ?? 0) >= confirmAfterMs };
}

function ignore(state: PrimarySpeaker, { endMs }: VadFrame): PrimarySpeaker {
  const { ignored } = state;
  const isSame = ignored !== null && endMs - ignored.lastMs <= GAP_MS;
  const before = isSame ? ignored : { sinceMs: endMs - VAD_FRAME_MS, voicedMs: 0 };
  return {
    ...state,
    ignored: { sinceMs: before.sinceMs, lastMs: endMs, voicedMs: before.voicedMs + VAD_FRAME_MS },
  };
}

function inTurn(state: PrimarySpeaker, heard: VadFrame): SpeakerDecision {
  if (!isSoft(state)) {
    return { state: { ...state, own: addSpeech(state.own, heard.levelDbfs), softMs: 0 }, isCustomer: true };
  }
  const softMs = state.softMs + VAD_FRAME_MS;
  if (softMs < SOFT_END_MS) return { state: { ...state, softMs }, isCustomer: true };
  return { state: { ...withNoiseFloor(state, heard), softMs }, isCustomer: false };
}

/** True if the speech is much softer than the turn so far, or not above babble. */
function isSoft({ own, lastingEnergy, noiseFloor, prominence }: PrimarySpeaker): boolean {
  const levelDbfs = turnDbfs(own);
  if (levelDbfs === null) return false;
  return (
    dbfsOf(lastingEnergy) < levelDbfs - MUCH_SOFTER_DB || (isBabble(noiseFloor) && prominence < CONTINUE_DB)
  );
}
