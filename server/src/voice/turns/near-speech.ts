import {
  dbfsOf,
  energyOf,
  hearOwn,
  nextTurn,
  type OwnLevel,
  ownDbfs,
  turnDbfs,
  UNHEARD_OWN_LEVEL,
  understood,
} from './own-level.ts';
import { STARTS_AT, STAYS_AT } from './speech-segments.ts';
import { hearSurroundings, isTalk, type Surroundings, UNHEARD_SURROUNDINGS } from './surroundings.ts';

/**
 * Who is near enough to be the customer: a detector takes everybody's speech for speech. In a quiet place all that it hears is the
 * customer's; among people who talk, and far below the level of the customer's own turns, it takes more than its word.
 */
export interface NearSpeech {
  surroundings: Surroundings;
  own: OwnLevel;
  /** By how much speech stands out from its surroundings, gathered over pieces, in dB. */
  standing: number;
  /** Mean energy of the last moments, and of the last third of a second. */
  energy: number;
  lastingEnergy: number;
  /** How long only soft speech has been going on after the customer's, in their own turn. */
  softMs: number;
  /** Speech over an answer that was not taken for the customer's; null: there was none. */
  passed: PassedSpeech | null;
  /** When speech began over an answer that was too soft up to now; null: there is none. */
  softSinceMs: number | null;
  /** The piece before was heard over an answer. */
  isOverAnswer: boolean;
  /** Words are told while they are said: who is understood needs no patience, and who is not says nothing that could be answered. */
  isFollowed: boolean;
}

export interface PassedSpeech {
  sinceMs: number;
  /** End of the last piece of it. */
  lastMs: number;
  voicedMs: number;
}

/** Who has the floor: `assistant` from the moment in which an answer is on its way. */
export type Floor = 'assistant' | 'customer' | 'nobody';

interface HeardPiece {
  probability: number;
  levelDbfs: number;
  endMs: number;
}

interface Nearness {
  state: NearSpeech;
  isCustomer: boolean;
  sinceMs?: number | null;
}

const PIECE_MS = 32;
/** Of the way to the level of each piece. */
const FOLLOWS_BY = 0.5;
const LASTING_FOLLOWS_BY = 0.1;
/** What is less above its surroundings than this speaks for somebody else. */
const MARGIN_DB = 3;
/** Gathered, it is somebody near; and no more is gathered than this. */
const ENOUGH_DB = 6;
/** With this much it goes on. */
const STILL_DB = 1;
const MOST_DB = 12;
/** So far below the customer's own level nobody begins to interrupt at once, nor goes on; words begin softly. */
const SOFT_BEGIN_DB = 12;
const SOFTER_DB = 9;
/** So far below their own turn nobody goes on with it. */
const MUCH_SOFTER_DB = 12;
/** Whoever speaks softly for so long, and stands out, is the customer after all; and where their words would have been told by then. */
const PATIENCE_MS = 800;
const FOLLOWED_PATIENCE_MS = 5000;
/** The end of a sentence may be soft for so long. */
const SOFT_END_MS = 300;
/** Words begin softly: so much of what went before is theirs. */
const SOFT_BEGIN_MS = 100;
/** A longer pause divides what was passed over. */
const GAP_MS = 200;

export const NOTHING_NEAR: NearSpeech = {
  surroundings: UNHEARD_SURROUNDINGS,
  own: UNHEARD_OWN_LEVEL,
  standing: 0,
  energy: 0,
  lastingEnergy: 0,
  softMs: 0,
  passed: null,
  softSinceMs: null,
  isOverAnswer: false,
  isFollowed: false,
};

/**
 * One piece as the detector judged it.
 * @param speaking the customer's speech goes on, as far as is known
 * @returns whether it may be the customer's, of what is no speech nothing is said; and when they began, if that was before this piece
 */
export function hearNear(
  before: NearSpeech,
  heard: HeardPiece,
  { floor, speaking }: { floor: Floor; speaking: boolean },
): Nearness {
  const isOverAnswer = floor === 'assistant';
  const state = { ...before, ...loudness(before, heard), isOverAnswer, standing: standing(before, heard) };
  if (heard.probability < (speaking ? STAYS_AT : STARTS_AT)) {
    return { state: speaking ? state : noSpeech(state, heard), isCustomer: true };
  }
  if (isOverAnswer) return overAnswer(state, heard, speaking);
  const isNew = before.isOverAnswer || (floor === 'nobody' && !speaking);
  return inTurn(isNew ? { ...state, own: nextTurn(state.own), softMs: 0, passed: null } : state, heard);
}

/** Words of the customer's were understood, in the end (`isFinal`) or while they were said. */
export function hearWords(state: NearSpeech, isFinal: boolean): NearSpeech {
  if (isFinal) return { ...state, own: understood(state.own), softMs: 0 };
  return { ...state, isFollowed: true, softMs: 0 };
}

function loudness({ energy, lastingEnergy }: NearSpeech, { levelDbfs }: HeardPiece) {
  const heard = energyOf(levelDbfs);
  return {
    energy: energy + (heard - energy) * FOLLOWS_BY,
    lastingEnergy: lastingEnergy + (heard - lastingEnergy) * LASTING_FOLLOWS_BY,
  };
}

function standing({ surroundings, standing }: NearSpeech, { levelDbfs }: HeardPiece): number {
  const over = levelDbfs - (surroundings.levelDbfs ?? levelDbfs) - MARGIN_DB;
  return Math.max(0, Math.min(MOST_DB, standing + over));
}

/** What may be speech is remembered over an answer: words tell later whether it was. */
function noSpeech(state: NearSpeech, heard: HeardPiece): NearSpeech {
  const next = { ...around(state, heard), softSinceMs: null };
  return state.isOverAnswer && heard.probability >= STAYS_AT ? pass(next, heard) : next;
}

function around(state: NearSpeech, heard: HeardPiece): NearSpeech {
  return { ...state, surroundings: hearSurroundings(state.surroundings, heard) };
}

function overAnswer(state: NearSpeech, heard: HeardPiece, speaking: boolean): Nearness {
  const standsOut = !isTalk(state.surroundings) || state.standing >= (speaking ? STILL_DB : ENOUGH_DB);
  if (!standsOut) return { state: pass(around(state, heard), heard), isCustomer: false };
  const levelDbfs = ownDbfs(state.own);
  const overDbfs = speaking ? dbfsOf(state.lastingEnergy) + SOFTER_DB : dbfsOf(state.energy) + SOFT_BEGIN_DB;
  if (levelDbfs === null || overDbfs >= levelDbfs) {
    const { passed, softSinceMs } = state;
    const sinceMs =
      softSinceMs === null ? null : Math.max(softSinceMs, heard.endMs - PIECE_MS - SOFT_BEGIN_MS);
    return {
      state: { ...state, passed: speaking ? passed : null, softSinceMs: null },
      isCustomer: true,
      sinceMs: speaking ? null : sinceMs,
    };
  }
  const softSinceMs = state.softSinceMs ?? heard.endMs - PIECE_MS;
  const passed = pass({ ...state, softSinceMs }, heard);
  const patienceMs = state.isFollowed ? FOLLOWED_PATIENCE_MS : PATIENCE_MS;
  return { state: passed, isCustomer: (passed.passed?.voicedMs ?? 0) >= patienceMs };
}

function pass(state: NearSpeech, { endMs }: HeardPiece): NearSpeech {
  const { passed } = state;
  const isSame = passed !== null && endMs - passed.lastMs <= GAP_MS;
  const before = isSame ? passed : { sinceMs: endMs - PIECE_MS, voicedMs: 0 };
  return {
    ...state,
    passed: { sinceMs: before.sinceMs, lastMs: endMs, voicedMs: before.voicedMs + PIECE_MS },
  };
}

function inTurn(state: NearSpeech, heard: HeardPiece): Nearness {
  if (!isSoft(state)) {
    return { state: { ...state, own: hearOwn(state.own, heard.levelDbfs), softMs: 0 }, isCustomer: true };
  }
  const softMs = state.softMs + PIECE_MS;
  if (softMs < SOFT_END_MS) return { state: { ...state, softMs }, isCustomer: true };
  return { state: { ...around(state, heard), softMs }, isCustomer: false };
}

/** Whether somebody further away speaks than whoever has the floor. */
function isSoft({ own, lastingEnergy, surroundings, standing }: NearSpeech): boolean {
  const levelDbfs = turnDbfs(own);
  if (levelDbfs === null) return false;
  return dbfsOf(lastingEnergy) < levelDbfs - MUCH_SOFTER_DB || (isTalk(surroundings) && standing < STILL_DB);
}
