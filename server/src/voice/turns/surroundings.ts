/** What sounds around the customer while they do not speak. */
export interface Surroundings {
  /** How loud it is; null: nothing was heard yet. */
  levelDbfs: number | null;
  /** How much like speech it is: what the detector says of it on average, 0 to 1. */
  talk: number;
  /** How much was heard of it, in pieces, as far as that matters. */
  pieces: number;
}

/** A room is no quieter. */
const QUIETEST_DBFS = -60;
/** Of the way to a louder piece, and to a softer one: talk is as loud as its words, not as its pauses. */
const RISES_BY = 0.12;
const FALLS_BY = 0.03;
/** A sound that is so much louder is a new one, and soon known. */
const NEW_DB = 10;
const NEW_RISES_BY = 0.35;
/** Of a new sound it may be that people talk; a tenth of a second tells more. */
const TALK_UNHEARD = 0.1;
const PIECES_UNHEARD = 5;
/** Five seconds: a customer whom noise all but covers is no talk behind themselves. */
const MOST_PIECES = 150;
/** Machines, traffic, keys and coughs stay below a hundredth, a room full of people lies above a tenth. */
const TALK_FROM = 0.05;

export const UNHEARD_SURROUNDINGS: Surroundings = {
  levelDbfs: null,
  talk: TALK_UNHEARD,
  pieces: PIECES_UNHEARD,
};

/** One piece of sound that is not the customer's. */
export function hearSurroundings(
  before: Surroundings,
  heard: { probability: number; levelDbfs: number },
): Surroundings {
  const levelDbfs = Math.max(QUIETEST_DBFS, heard.levelDbfs);
  const overDb = levelDbfs - (before.levelDbfs ?? levelDbfs);
  const isNew = overDb > NEW_DB;
  const { talk, pieces } = isNew && before.talk < TALK_UNHEARD ? UNHEARD_SURROUNDINGS : before;
  const count = Math.min(MOST_PIECES, pieces + 1);
  const follows = isNew ? NEW_RISES_BY : overDb > 0 ? RISES_BY : FALLS_BY;
  return {
    levelDbfs: levelDbfs - overDb * (1 - follows),
    talk: talk + (heard.probability - talk) / count,
    pieces: count,
  };
}

/** Whether people talk there, as far as a detector can tell: then its word alone is not enough. */
export function isTalk({ levelDbfs, talk }: Surroundings): boolean {
  return levelDbfs !== null && talk >= TALK_FROM;
}
