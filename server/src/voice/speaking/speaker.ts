import { frameSamples, type MediaLeg } from '../legs/media-leg.ts';
import { Playback } from './playback.ts';

/** Something that sounds behind, or in place of, speech: a room, music, another leg. */
export interface BackgroundSound {
  /** Adds its next 20 ms to the frame. */
  mixInto(frame: Int16Array): void;
}

const NOTHING = { frame: null, speaks: null };

/** All that one leg hears: speech, with at most one background, frame by frame. */
export class Speaker {
  readonly playback: Playback;
  readonly #leg: MediaLeg;
  readonly #silence: Int16Array;
  #background: BackgroundSound | null = null;

  /** @param tookBack as of `Playback` */
  constructor(leg: MediaLeg, tookBack?: (ms: number) => void) {
    this.#leg = leg;
    this.playback = new Playback(leg, tookBack);
    this.#silence = new Int16Array(frameSamples(leg.sampleRateHz));
  }

  setBackground(background: BackgroundSound | null): void {
    this.#background = background;
  }

  /** Sends the next 20 ms. @returns what the leg took of it: no frame where it took none; what sounds behind speech does not wait */
  tick(): { frame: Int16Array | null; speaks: string | null } {
    const samples = new Int16Array(this.#silence.length);
    const speaks = this.playback.next(samples);
    this.#background?.mixInto(samples);
    const frame = speaks === null && this.#background === null ? this.#silence : samples;
    if (!this.#leg.send(frame)) return NOTHING;
    this.playback.sent();
    return { frame, speaks };
  }
}
