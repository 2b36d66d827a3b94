/** Speech level of the customer, from turns with a transcript. */
export interface SpeakerLevel {
  /** Mean energy of the current turn, and its number of frames. */
  energy: number;
  frames: number;
  /** The current turn has a transcript, so `turnsDbfs` begins with its level. */
  isKnown: boolean;
  /** Levels of the last turns, newest first. */
  turnsDbfs: readonly number[];
}

/** Minimum frames of 32 ms for a level. */
const ENOUGH_FRAMES = 10;
/** Three seconds; older frames are forgotten. */
const MAX_FRAMES = 94;
const TURNS = 3;

export const INITIAL_SPEAKER_LEVEL: SpeakerLevel = { energy: 0, frames: 0, isKnown: false, turnsDbfs: [] };

export function addSpeech(state: SpeakerLevel, levelDbfs: number): SpeakerLevel {
  const frames = Math.min(MAX_FRAMES, state.frames + 1);
  const energy = state.energy + (energyOf(levelDbfs) - state.energy) / frames;
  return { ...state, energy, frames };
}

export function nextTurn(state: SpeakerLevel): SpeakerLevel {
  return state.frames === 0 ? state : { ...state, energy: 0, frames: 0, isKnown: false };
}

/** A transcript arrived: the current turn is confirmed. */
export function understood(state: SpeakerLevel): SpeakerLevel {
  const levelDbfs = turnDbfs(state);
  if (levelDbfs === null) return state;
  const before = state.isKnown ? state.turnsDbfs.slice(1) : state.turnsDbfs;
  return { ...state, isKnown: true, turnsDbfs: [levelDbfs, ...before].slice(0, TURNS) };
}

/** Level of the current turn; null if there is too little speech. */
export function turnDbfs({ energy, frames }: SpeakerLevel): number | null {
  return frames < ENOUGH_FRAMES ? null : dbfsOf(energy);
}

/** Lowest level of recent turns; null if no turn is confirmed. */
export function speakerDbfs({ turnsDbfs }: SpeakerLevel): number | null {
  return turnsDbfs.length === 0 ? null : Math.min(...turnsDbfs);
}

/** Energy relative to full scale. */
export function energyOf(levelDbfs: number): number {
  return 10 ** (levelDbfs / 10);
}

export function dbfsOf(energy: number): number {
  return 10 * Math.log10(energy);
}
