/** How loudly the customer speaks, by the turns in which they were understood. */
export interface OwnLevel {
  /** Mean energy of what they say in the present turn, and of how many pieces. */
  energy: number;
  pieces: number;
  /** Words of the present turn were understood: its level is the first below. */
  isKnown: boolean;
  /** Of the last turns, newest first. */
  turnsDbfs: readonly number[];
}

/** A turn tells nothing before it has so many pieces of 32 ms. */
const ENOUGH_PIECES = 10;
/** Three seconds: what was said before does not count any more. */
const MOST_PIECES = 94;
const TURNS = 3;

export const UNHEARD_OWN_LEVEL: OwnLevel = { energy: 0, pieces: 0, isKnown: false, turnsDbfs: [] };

/** A piece of the customer's speech. */
export function hearOwn(state: OwnLevel, levelDbfs: number): OwnLevel {
  const pieces = Math.min(MOST_PIECES, state.pieces + 1);
  const energy = state.energy + (energyOf(levelDbfs) - state.energy) / pieces;
  return { ...state, energy, pieces };
}

/** Another turn begins. */
export function nextTurn(state: OwnLevel): OwnLevel {
  return state.pieces === 0 ? state : { ...state, energy: 0, pieces: 0, isKnown: false };
}

/** Words were understood: what was heard in this turn was the customer. */
export function understood(state: OwnLevel): OwnLevel {
  const levelDbfs = turnDbfs(state);
  if (levelDbfs === null) return state;
  const before = state.isKnown ? state.turnsDbfs.slice(1) : state.turnsDbfs;
  return { ...state, isKnown: true, turnsDbfs: [levelDbfs, ...before].slice(0, TURNS) };
}

/** How loud the present turn is; null: too little was said. */
export function turnDbfs({ energy, pieces }: OwnLevel): number | null {
  return pieces < ENOUGH_PIECES ? null : dbfsOf(energy);
}

/** As softly as the customer has spoken of late; null: nothing was understood yet. */
export function ownDbfs({ turnsDbfs }: OwnLevel): number | null {
  return turnsDbfs.length === 0 ? null : Math.min(...turnsDbfs);
}

/** Of full scale. */
export function energyOf(levelDbfs: number): number {
  return 10 ** (levelDbfs / 10);
}

export function dbfsOf(energy: number): number {
  return 10 * Math.log10(energy);
}
