import { Resampler } from '../../core/resampler.ts';

/** The model's training rate. */
const MODEL_RATE_HZ = 16_000;
/** Share of the phone band that is mirrored above 4 kHz, where phone audio is empty. */
const MIRRORED = 0.2;
const DITHER = 25;

/**
 * Extends phone audio to the band that pocketsphinx's model expects. Phone audio ends at 4 kHz, and with an empty band
 * above it the recognizer understands nothing. A mirror image and a little noise fill it, which gives the accuracy of
 * 16 kHz audio.
 */
export class WideBand {
  readonly #resampler: Resampler | null;
  #isOdd = false;
  #seed = 1;

  constructor(sampleRateHz: 8000 | 16000) {
    this.#resampler = sampleRateHz === MODEL_RATE_HZ ? null : new Resampler(sampleRateHz, MODEL_RATE_HZ);
  }

  process(samples: Int16Array): Int16Array {
    const wide = this.#resampler === null ? samples.slice() : this.#resampler.process(samples);
    for (let index = 0; index < wide.length; index += 1) {
      const sample = wide[index] ?? 0;
      const mirror = this.#resampler === null ? 0 : this.#isOdd ? -MIRRORED * sample : MIRRORED * sample;
      this.#isOdd = !this.#isOdd;
      const value = Math.round(sample + mirror + this.#noise());
      wide[index] = Math.max(-32_768, Math.min(32_767, value));
    }
    return wide;
  }

  /** Deterministic noise, so that results do not depend on chance. */
  #noise(): number {
    this.#seed = (this.#seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return (this.#seed / 2_147_483_648) * 2 * DITHER - DITHER;
  }
}
