/** Background sound while the customer is silent. */
export interface NoiseFloor {
  /** Null before the first frame. */
  levelDbfs: number | null;
  /** Mean VAD probability, 0 to 1. */
  speechLikelihood: number;
  /** Number of frames, up to the maximum. */
  frames: number;
}

/** Lower bound of the level. */
const QUIETEST_DBFS = -60;
/** Smoothing for louder and softer frames: babble is as loud as its words, not its pauses. */
const RISES_BY = 0.12;
const FALLS_BY = 0.03;
/** A much louder sound is new and adapts faster. */
const NEW_DB = 10;
const NEW_RISES_BY = 0.35;
/** Initial probability that a new sound is babble, weighted like a few frames. */
const INITIAL_LIKELIHOOD = 0.1;
const INITIAL_FRAMES = 5;
/** Five seconds. A customer almost covered by noise must not become their own background. */
const MAX_FRAMES = 150;
/** Machines, traffic, keys and coughs stay below 0.01; a crowded room is above 0.1. */
const BABBLE_FROM = 0.05;

export const INITIAL_NOISE_FLOOR: NoiseFloor = {
  levelDbfs: null,
  speechLikelihood: INITIAL_LIKELIHOOD,
  frames: INITIAL_FRAMES,
};

/** Adds a frame that is not customer speech. */
export function trackNoiseFloor(
  before: NoiseFloor,
  heard: { probability: number; levelDbfs: number },
): NoiseFloor {
  const levelDbfs = Math.max(QUIETEST_DBFS, heard.levelDbfs);
  const overDb = levelDbfs - (before.levelDbfs ?? levelDbfs);
  const isNew = overDb > NEW_DB;
  const { speechLikelihood, frames } =
    isNew && before.speechLikelihood < INITIAL_LIKELIHOOD ? INITIAL_NOISE_FLOOR : before;
  const count = Math.min(MAX_FRAMES, frames + 1);
  const follows = isNew ? NEW_RISES_BY : overDb > 0 ? RISES_BY : FALLS_BY;
  return {
    levelDbfs: levelDbfs - overDb * (1 - follows),
    speechLikelihood: speechLikelihood + (heard.probability - speechLikelihood) / count,
    frames: count,
  };
}

/** True if the background is babble, so that VAD alone is not sufficient. */
export function isBabble({ levelDbfs, speechLikelihood }: NoiseFloor): boolean {
  return levelDbfs !== null && speechLikelihood >= BABBLE_FROM;
}
