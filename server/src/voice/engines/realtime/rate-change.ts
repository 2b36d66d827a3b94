import { Resampler } from '../../../core/resampler.ts';

const EMPTY = new Int16Array(0);

/** A resampler that passes audio through when the rates are equal. */
export class RateChange {
  readonly #resampler: Resampler | null;

  constructor(fromHz: number, toHz: number) {
    this.#resampler = fromHz === toHz ? null : new Resampler(fromHz, toHz);
  }

  process(samples: Int16Array): Int16Array {
    return this.#resampler?.process(samples) ?? samples;
  }

  flush(): Int16Array {
    return this.#resampler?.flush() ?? EMPTY;
  }
}
