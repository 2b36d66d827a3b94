import { rmsDbfs } from '../audio/level.ts';

/** Above comfort noise and quiet lines, below the softest speech on the phone. */
const THRESHOLD_DBFS = -52;
/** Frames passed on after the last loud one, so that the state of the model decays. */
const HANGOVER_FRAMES = 10;

/** `fading`: silence right after sound. */
export type Loudness = 'loud' | 'fading' | 'silent';

/** Keeps silence away from expensive processing; most of a call is silent on one side. */
export class EnergyGate {
  #left = 0;

  classify(frame: Int16Array): Loudness {
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
