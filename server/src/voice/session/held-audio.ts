import type { Engine } from '../engines/engine.ts';
import { FRAME_MS } from '../legs/media-leg.ts';
import type { AudioGate } from '../turns/take-turn.ts';

/** VAD latency for the start of speech. */
const LEAD_FRAMES = 300 / FRAME_MS;
/** Most frames held while an interruption is undecided: longer than any decision takes. */
const MAX_FRAMES = 10_000 / FRAME_MS;

/**
 * Customer audio for engines with their own turn detection. Such models stop at the first sound and answer every
 * noise, so while the assistant speaks, possible noise is held back until it is classified.
 */
export class HeldAudio {
  readonly #engine: Pick<Engine, 'pushAudio'>;
  #frames: Int16Array[] = [];

  constructor(engine: Pick<Engine, 'pushAudio'>) {
    this.#engine = engine;
  }

  pushAudio(frame: Int16Array, gate: AudioGate): void {
    if (gate === 'drop') {
      this.drop();
      return;
    }
    if (gate === 'pass') {
      this.#passAllExcept(0);
      this.#engine.pushAudio(frame);
      return;
    }
    this.#frames.push(frame.slice());
    this.#passAllExcept(gate === 'delay' ? LEAD_FRAMES : MAX_FRAMES);
  }

  /** Discards held audio: it was noise. */
  drop(): void {
    if (this.#frames.length > 0) this.#frames = [];
  }

  #passAllExcept(kept: number): void {
    const passed = Math.max(0, this.#frames.length - kept);
    if (passed > 0) for (const frame of this.#frames.splice(0, passed)) this.#engine.pushAudio(frame);
  }
}
