import { rmsDbfs } from '../audio/level.ts';

/** Nothing softer is speech on a telephone. */
const SOFTEST_SPEECH_DBFS = -50;
/** What counts as the level of the room before it is known. */
const FIRST_FLOOR_DBFS = -60;
/** How fast the room's level may grow: a sound that stays becomes part of the room, speech has pauses. */
const FLOOR_RISE_DB = 0.1;
/** Above the room's level: even chance that it is speech. */
const SPEECH_OVER_FLOOR_DB = 12;
const DB_PER_LOGIT = 2;

/** Guesses from loudness alone whether somebody speaks: worse than a model in noise, and needs none. */
export class EnergyJudge {
  #floorDbfs = FIRST_FLOOR_DBFS;

  /** @returns how likely speech is in these 32 ms, 0 to 1. */
  judge(frame: Int16Array): number {
    const levelDbfs = rmsDbfs(frame);
    this.#floorDbfs = Math.min(Math.max(levelDbfs, FIRST_FLOOR_DBFS), this.#floorDbfs + FLOOR_RISE_DB);
    if (levelDbfs < SOFTEST_SPEECH_DBFS) return 0;
    return 1 / (1 + Math.exp((SPEECH_OVER_FLOOR_DB - (levelDbfs - this.#floorDbfs)) / DB_PER_LOGIT));
  }

  reset(): void {
    this.#floorDbfs = FIRST_FLOOR_DBFS;
  }
}
