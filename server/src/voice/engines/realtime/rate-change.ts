import { Resampler } from '../../../core/resampler.ts';

const NOTHING = new Int16Array(0);

/** A resampler that leaves alone what has the right rate already. */
export class RateChange {
  readonly #resampler: Resampler | null;

  constructor(fromHz: number, toHz: number) {
    this.#resampler = fromHz === toHz ? null : new Resampler(fromHz, toHz);
  }

  process(samples: Int16Array): Int16Array {
    return this.#resampler?.process(samples) ?? samples;
  }

  flush(): Int16Array {
    return this.#resampler?.flush() ?? NOTHING;
  }
}
