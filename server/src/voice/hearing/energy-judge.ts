import { rmsDbfs } from '../audio/level.ts';

/** Nothing softer is speech on a telephone. */
const SOFTEST_SPEECH_DBFS = -50;
/** A room is no quieter, and what is louder than the other is no room. */
const QUIETEST_ROOM_DBFS = -60;
const LOUDEST_FIRST_DBFS = -40;
/** How fast the room's level may grow: a sound that stays becomes part of the room, speech has pauses. */
const FLOOR_RISE_DB = 0.1;
/** Above the room's level: even chance that it is speech. */
const SPEECH_OVER_FLOOR_DB = 12;
const DB_PER_LOGIT = 2;

/** Guesses from loudness alone whether somebody speaks: worse than a model in noise, and needs none. */
export class EnergyJudge {
  /** Level of the room; null: nothing was heard yet. */
  #floorDbfs: number | null = null;

  /** @returns how likely speech is in these 32 ms, 0 to 1. */
  judge(frame: Int16Array): number {
    const levelDbfs = rmsDbfs(frame);
    const known = this.#floorDbfs ?? LOUDEST_FIRST_DBFS;
    const floorDbfs = Math.min(Math.max(levelDbfs, QUIETEST_ROOM_DBFS), known + FLOOR_RISE_DB);
    this.#floorDbfs = floorDbfs;
    if (levelDbfs < SOFTEST_SPEECH_DBFS) return 0;
    return 1 / (1 + Math.exp((SPEECH_OVER_FLOOR_DB - (levelDbfs - floorDbfs)) / DB_PER_LOGIT));
  }

  reset(): void {
    this.#floorDbfs = null;
  }
}
