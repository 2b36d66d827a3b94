import { rmsDbfs } from '../audio/level.ts';

/** Softer audio is never speech on the phone. */
const MIN_SPEECH_DBFS = -50;
/** Lower bound of the noise floor, and its upper bound for the first frame. */
const MIN_NOISE_FLOOR_DBFS = -60;
const MAX_INITIAL_FLOOR_DBFS = -40;
/** Rise of the noise floor per frame: continuous sound becomes noise, speech has pauses. */
const FLOOR_RISE_DB = 0.1;
/** Level above the noise floor at which the speech probability is 0.5. */
const SPEECH_OVER_FLOOR_DB = 12;
const DB_PER_LOGIT = 2;

/** Estimates speech from signal energy alone: less accurate than a model in noise, but needs none. */
export class EnergyClassifier {
  /** Null before the first frame. */
  #floorDbfs: number | null = null;

  /** @returns the probability of speech in this 32 ms frame, 0 to 1 */
  speechProbability(frame: Int16Array): number {
    const levelDbfs = rmsDbfs(frame);
    const known = this.#floorDbfs ?? MAX_INITIAL_FLOOR_DBFS;
    const floorDbfs = Math.min(Math.max(levelDbfs, MIN_NOISE_FLOOR_DBFS), known + FLOOR_RISE_DB);
    this.#floorDbfs = floorDbfs;
    if (levelDbfs < MIN_SPEECH_DBFS) return 0;
    return 1 / (1 + Math.exp((SPEECH_OVER_FLOOR_DB - (levelDbfs - floorDbfs)) / DB_PER_LOGIT));
  }

  reset(): void {
    this.#floorDbfs = null;
  }
}
