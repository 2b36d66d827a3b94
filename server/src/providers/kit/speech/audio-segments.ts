import { joinSamples } from '../../../core/join-samples.ts';
import { RecentAudio } from './recent-audio.ts';

/** Speech is detected some time after it starts. */
const PRE_ROLL_MS = 500;

export interface AudioSegmentListener {
  /** Includes the audio shortly before the detection. */
  started(preRoll: Int16Array): void;
  audio(samples: Int16Array): void;
  /** `isCut`: the segment reached its maximum length and continues in a new one. */
  ended(isCut: boolean): void;
}

/** Cuts the audio of a call into segments, by the caller's voice activity detection. */
export class AudioSegments {
  readonly #listener: AudioSegmentListener;
  readonly #maxSamples: number;
  readonly #before: RecentAudio;
  /** Length of the current segment; null outside speech. */
  #samples: number | null = null;

  constructor(
    { sampleRateHz, maxMs }: { sampleRateHz: number; maxMs: number },
    listener: AudioSegmentListener,
  ) {
    this.#listener = listener;
    this.#maxSamples = (maxMs * sampleRateHz) / 1000;
    this.#before = new RecentAudio((PRE_ROLL_MS * sampleRateHz) / 1000);
  }

  write(samples: Int16Array): void {
    if (this.#samples === null) {
      this.#before.push(samples);
      return;
    }
    this.#listener.audio(samples.slice());
    this.#samples += samples.length;
    if (this.#samples < this.#maxSamples) return;
    this.#listener.ended(true);
    this.#samples = 0;
    this.#listener.started(joinSamples([]));
  }

  speechStarted(): void {
    if (this.#samples !== null) return;
    const preRoll = this.#before.all();
    this.#before.clear();
    this.#samples = preRoll.length;
    this.#listener.started(preRoll);
  }

  /** Also ends a segment if no speech was running, because each stop needs an answer. */
  speechStopped(): void {
    this.speechStarted();
    this.#samples = null;
    this.#listener.ended(false);
  }
}
