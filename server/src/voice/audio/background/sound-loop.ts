import { seededRandom } from '../../../core/seeded-random.ts';

/** One period of a looping sound. Audio past the end wraps to the beginning. */
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

  between(from: number, to: number): number {
    return from + (to - from) * this.random();
  }

  /** Mixes in a sound starting at `atSeconds`, scaled by `gain`. */
  add(sound: Float32Array, atSeconds: number, gain: number): void {
    const { length } = this.samples;
    let position = Math.floor(atSeconds * this.sampleRateHz) % length;
    for (const value of sound) {
      this.samples[position] = (this.samples[position] ?? 0) + value * gain;
      position = position + 1 === length ? 0 : position + 1;
    }
  }

  /** White noise as long as the loop, -1 to 1. */
  noise(): Float32Array {
    return this.samples.map(() => 2 * this.random() - 1);
  }

  /** Random event times in seconds, about `perSecond` per second, spread over the loop. */
  moments(perSecond: number): number[] {
    const count = Math.max(1, Math.round(perSecond * this.seconds));
    return Array.from({ length: count }, (_, index) => ((index + this.random()) / count) * this.seconds);
  }
}
