import { rmsDbfs } from '../audio/level.ts';

/** Comfort noise and quiet lines lie below, the softest speech of a telephone above. */
const THRESHOLD_DBFS = -52;
/** Pieces of 32 ms that are still judged after the last loud one, so that the model's memory fades out. */
const HANGOVER_FRAMES = 10;

/** `fading`: silence right after sound. */
export type Loudness = 'loud' | 'fading' | 'silent';

/** Keeps silence away from what is costly: most of a call is the other one's turn. */
export class EnergyGate {
  #left = 0;

  judge(frame: Int16Array): Loudness {
    if (rmsDbfs(frame) >= THRESHOLD_DBFS) {
      this.#left = HANGOVER_FRAMES;
      return 'loud';
    }
    if (this.#left === 0) return 'silent';
    this.#left -= 1;
    return 'fading';
  }

  reset(): void {
    this.#left = 0;
  }
}
