/** Adds `source` times `gain` to `target` over their common length; clips instead of wrapping. */
export function mixInto(target: Int16Array, source: Int16Array, gain = 1): void {
  const length = Math.min(target.length, source.length);
  for (let index = 0; index < length; index += 1) {
    target[index] = saturated((target[index] ?? 0) + (source[index] ?? 0) * gain);
  }
}

/** Rounds to the nearest 16-bit sample. */
export function saturated(value: number): number {
  if (value > 32_767) return 32_767;
  if (value < -32_768) return -32_768;
  return Math.round(value);
}

/** Changes the gain sample by sample so that no step is audible. */
export class GainRamp {
  readonly #sampleRateHz: number;
  #gain: number;
  #target: number;
  #perSample = 0;

  constructor(sampleRateHz: number, gain: number) {
    this.#sampleRateHz = sampleRateHz;
    this.#gain = gain;
    this.#target = gain;
  }

  get gain(): number {
    return this.#gain;
  }

  /** Ramps linearly to `gain` over `overMs`; 0 ms applies it immediately. */
  moveTo(gain: number, overMs: number): void {
    const samples = Math.round((overMs * this.#sampleRateHz) / 1000);
    this.#target = gain;
    if (samples === 0) this.#gain = gain;
    this.#perSample = samples === 0 ? 0 : (gain - this.#gain) / samples;
  }

  apply(samples: Int16Array): void {
    if (this.#gain === 1 && this.#target === 1) return;
    for (let index = 0; index < samples.length; index += 1) {
      samples[index] = saturated((samples[index] ?? 0) * this.#next());
    }
  }

  /** Adds the scaled `source` to `target` over their common length. */
  mixInto(target: Int16Array, source: Int16Array): void {
    const length = Math.min(target.length, source.length);
    for (let index = 0; index < length; index += 1) {
      target[index] = saturated((target[index] ?? 0) + (source[index] ?? 0) * this.#next());
    }
  }

  #next(): number {
    const gain = this.#gain;
    if (this.#perSample === 0) return gain;
    const left = this.#target - gain;
    if (Math.abs(left) <= Math.abs(this.#perSample)) {
      this.#gain = this.#target;
      this.#perSample = 0;
    } else {
      this.#gain = gain + this.#perSample;
    }
    return gain;
  }
}
