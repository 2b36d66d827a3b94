import { FRAME_SAMPLES, PlainLeg } from '../voice/plain-leg.ts';

/** A leg from which a sound comes once the assistant has spoken for a while. */
export class Listener extends PlainLeg {
  readonly #sound: Int16Array;
  readonly #startMs: number;

  constructor(sound: Int16Array, startMs: number) {
    super();
    this.#sound = sound;
    this.#startMs = startMs;
  }

  tick(): void {
    const from = (this.positionMs - this.#startMs) * 8;
    const frame = new Int16Array(FRAME_SAMPLES);
    if (from >= 0) frame.set(this.#sound.subarray(from, from + FRAME_SAMPLES));
    this.says(frame);
  }

  send(): boolean {
    return true;
  }
}
