import type { Rnnoise } from '@echogarden/rnnoise-wasm';
import { Resampler } from '../../../core/resampler.ts';
import { saturated } from '../mixing.ts';

const MODEL_RATE_HZ = 48_000;
const MODEL_SAMPLES = 480;
const FLOAT_BYTES = 4;

/** RNNoise for one call. The model runs at 48 kHz; the output is delayed by 15 to 25 ms. */
export class Denoiser {
  readonly #rnnoise: Rnnoise;
  readonly #state: number;
  readonly #buffer: number;
  readonly #up: Resampler;
  readonly #down: Resampler;

  constructor(rnnoise: Rnnoise, sampleRateHz: number) {
    this.#rnnoise = rnnoise;
    this.#state = rnnoise._rnnoise_create(0);
    this.#buffer = rnnoise._malloc(MODEL_SAMPLES * FLOAT_BYTES);
    this.#up = new Resampler(sampleRateHz, MODEL_RATE_HZ);
    this.#down = new Resampler(MODEL_RATE_HZ, sampleRateHz);
  }

  /** @param frame a multiple of 10 ms @returns the same number of samples */
  clean(frame: Int16Array): Int16Array {
    const wide = this.#up.process(frame);
    for (let start = 0; start < wide.length; start += MODEL_SAMPLES) {
      const block = wide.subarray(start, start + MODEL_SAMPLES);
      const first = this.#buffer / FLOAT_BYTES;
      this.#rnnoise.HEAPF32.set(block, first);
      this.#rnnoise._rnnoise_process_frame(this.#state, this.#buffer, this.#buffer);
      for (let index = 0; index < block.length; index += 1) {
        block[index] = saturated(this.#rnnoise.HEAPF32[first + index] ?? 0);
      }
    }
    return this.#down.process(wide);
  }

  close(): void {
    this.#rnnoise._rnnoise_destroy(this.#state);
    this.#rnnoise._free(this.#buffer);
  }
}
