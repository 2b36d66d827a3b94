import { frameSamples, type MediaLeg } from '../legs/media-leg.ts';
import { Playback } from './playback.ts';

/** Audio behind or instead of speech: ambience, music, another leg. */
export interface BackgroundSound {
  /** Mixes its next 20 ms into the frame. */
  mixInto(frame: Int16Array): void;
}

const NOT_SENT = { frame: null, speaks: null };

/** Output of one leg: speech with at most one background sound. */
export class Speaker {
  readonly playback: Playback;
  readonly #leg: MediaLeg;
  readonly #silence: Int16Array;
  #background: BackgroundSound | null = null;

  /** @param onRetracted see `Playback` */
  constructor(leg: MediaLeg, onRetracted?: (ms: number) => void) {
    this.#leg = leg;
    this.playback = new Playback(leg, onRetracted);
    this.#silence = new Int16Array(frameSamples(leg.sampleRateHz));
  }

  setBackground(background: BackgroundSound | null): void {
    this.#background = background;
  }

  /** Sends the next 20 ms. @returns the frame, null if the leg did not take it; the background advances regardless */
  tick(): { frame: Int16Array | null; speaks: string | null } {
    const samples = new Int16Array(this.#silence.length);
    const speaks = this.playback.next(samples);
    this.#background?.mixInto(samples);
    const frame = speaks === null && this.#background === null ? this.#silence : samples;
    if (!this.#leg.send(frame)) return NOT_SENT;
    this.playback.sent();
    return { frame, speaks };
  }
}
