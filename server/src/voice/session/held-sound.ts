import { FRAME_MS } from '../legs/media-leg.ts';

/** A detector needs so long to hear that somebody has begun to speak. */
const LEAD_FRAMES = 300 / FRAME_MS;
/** More than any interruption needs to be told from a noise. */
const MOST_FRAMES = 10_000 / FRAME_MS;

/** `lead`: it may turn out to be the beginning of an interruption; `hold`: it may be one. */
export type Hearing = 'open' | 'lead' | 'hold' | 'deaf';

/**
 * The customer's sound on its way to an engine that finds turns: such a model stops at the first sound of a customer and answers
 * every noise. While the assistant speaks it hears nothing of what may be one, until it is known what it was.
 */
export class HeldSound {
  readonly #engine: (frame: Int16Array) => void;
  #frames: Int16Array[] = [];

  constructor(engine: (frame: Int16Array) => void) {
    this.#engine = engine;
  }

  hear(frame: Int16Array, hearing: Hearing): void {
    if (hearing === 'deaf') {
      this.drop();
      return;
    }
    if (hearing === 'open') {
      this.#passAllBut(0);
      this.#engine(frame);
      return;
    }
    this.#frames.push(frame.slice());
    this.#passAllBut(hearing === 'lead' ? LEAD_FRAMES : MOST_FRAMES);
  }

  /** It was a noise. */
  drop(): void {
    if (this.#frames.length > 0) this.#frames = [];
  }

  #passAllBut(kept: number): void {
    const passed = Math.max(0, this.#frames.length - kept);
    if (passed > 0) for (const frame of this.#frames.splice(0, passed)) this.#engine(frame);
  }
}
