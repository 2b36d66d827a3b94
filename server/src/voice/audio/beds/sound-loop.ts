import { seededRandom } from '../../../core/seeded-random.ts';

/** One repetition of a sound that goes on for ever: what rings on over its end is heard at its beginning. */
export class SoundLoop {
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
  readonly random: () => number;

  constructor(sampleRateHz: number, seconds: number, seed: number) {
    this.sampleRateHz = sampleRateHz;
    this.samples = new Float32Array(Math.round(sampleRateHz * seconds));
    this.random = seededRandom(seed);
  }

  get seconds(): number {
    return this.samples.length / this.sampleRateHz;
  }

  /** A number between the two. */
  between(from: number, to: number): number {
    return from + (to - from) * this.random();
  }

  /** Adds a sound that begins at `atSeconds`, `gain` times as loud. */
  add(sound: Float32Array, atSeconds: number, gain: number): void {
    const { length } = this.samples;
    let place = Math.floor(atSeconds * this.sampleRateHz) % length;
    for (const value of sound) {
      this.samples[place] = (this.samples[place] ?? 0) + value * gain;
      place = place + 1 === length ? 0 : place + 1;
    }
  }

  /** White noise as long as the loop, -1 to 1. */
  noise(): Float32Array {
    return this.samples.map(() => 2 * this.random() - 1);
  }

  /** Where things happen: about `perSecond` times, at random, in seconds from the beginning. */
  moments(perSecond: number): number[] {
    const count = Math.max(1, Math.round(perSecond * this.seconds));
    return Array.from({ length: count }, (_, index) => ((index + this.random()) / count) * this.seconds);
  }
}
