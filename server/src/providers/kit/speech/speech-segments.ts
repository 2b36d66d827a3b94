import { joinSamples } from '../../../core/join-samples.ts';
import { RecentAudio } from './recent-audio.ts';

/** Speech is noticed after it began. */
const PRE_ROLL_MS = 500;

/** One stretch of speech. */
export interface SegmentListener {
  /** With what came shortly before speech was noticed. */
  began(preRoll: Int16Array): void;
  heard(samples: Int16Array): void;
  /** `isCut`: it was too long and goes on in another one. */
  ended(isCut: boolean): void;
}

/** Cuts the audio of a call into stretches of speech, by the detector of whoever writes. */
export class SpeechSegments {
  readonly #listener: SegmentListener;
  readonly #maxSamples: number;
  readonly #before: RecentAudio;
  /** Of the stretch under way; null: nobody speaks. */
  #samples: number | null = null;

  constructor({ sampleRateHz, maxMs }: { sampleRateHz: number; maxMs: number }, listener: SegmentListener) {
    this.#listener = listener;
    this.#maxSamples = (maxMs * sampleRateHz) / 1000;
    this.#before = new RecentAudio((PRE_ROLL_MS * sampleRateHz) / 1000);
  }

  write(samples: Int16Array): void {
    if (this.#samples === null) {
      this.#before.push(samples);
      return;
    }
    this.#listener.heard(samples.slice());
    this.#samples += samples.length;
    if (this.#samples < this.#maxSamples) return;
    this.#listener.ended(true);
    this.#samples = 0;
    this.#listener.began(joinSamples([]));
  }

  speechStarted(): void {
    if (this.#samples !== null) return;
    const preRoll = this.#before.all();
    this.#before.clear();
    this.#samples = preRoll.length;
    this.#listener.began(preRoll);
  }

  /** Also where no speech was under way: the end is told all the same. */
  speechStopped(): void {
    this.speechStarted();
    this.#samples = null;
    this.#listener.ended(false);
  }
}
