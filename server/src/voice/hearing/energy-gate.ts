import { rmsDbfs } from '../audio/level.ts';

/** Comfort noise and quiet lines lie below, the softest speech of a telephone above. */
const THRESHOLD_DBFS = -52;
/** Pieces of 32 ms that are still judged after the last loud one: ends of words are soft, and the model's memory fades out. */
const HANGOVER_FRAMES = 10;

/** Keeps silence away from the model: most of a call is the other one's turn. */
export class EnergyGate {
  #left = 0;

  /** @returns whether these 32 ms are worth the model's while. */
  passes(frame: Int16Array): boolean {
    if (rmsDbfs(frame) >= THRESHOLD_DBFS) this.#left = HANGOVER_FRAMES + 1;
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }

  reset(): void {
    this.#left = 0;
  }
}
