import { hannWindow, tonePower } from './goertzel.ts';
import { Spectrum } from './spectrum.ts';

export interface ToneFrame {
  /** The strongest one or two, the lower first; empty without a pure tone or if it is too soft. */
  frequenciesHz: readonly number[];
  levelDbfs: number;
}

const LOWEST_HZ = 300;
const HIGHEST_HZ = 1900;
/** Bin width of an 80 ms window, a quarter of a Hann peak, so that no tone falls between two bins. */
const STEP_HZ = 12.5;
/** Tones closer than this cannot be separated in 80 ms. */
const MIN_SEPARATION_HZ = 30;
/** Minimum share of the energy in one or two tones; vowels spread theirs over harmonics. */
const PURE_SHARE = 0.85;
/** The weaker of two tones must be within 9 dB of the stronger. */
const PARTNER_SHARE = 0.125;
const MIN_LEVEL_DBFS = -45;

const FREQUENCIES_HZ = Float64Array.from(
  { length: (HIGHEST_HZ - LOWEST_HZ) / STEP_HZ + 1 },
  (_, index) => LOWEST_HZ + index * STEP_HZ,
);

/** Finds pure tones in 80 ms windows of one sample rate. Allocates once. */
export class ToneFinder {
  readonly #sampleRateHz: number;
  readonly #window: Float64Array;
  readonly #weighted: Float64Array;
  readonly #spectrum: Spectrum;
  readonly #powers = new Float64Array(FREQUENCIES_HZ.length);

  /** @param windowSamples samples in 80 ms */
  constructor(sampleRateHz: number, windowSamples: number) {
    this.#sampleRateHz = sampleRateHz;
    this.#window = hannWindow(windowSamples);
    this.#weighted = new Float64Array(windowSamples);
    this.#spectrum = new Spectrum(windowSamples);
  }

  find(samples: Float64Array): ToneFrame {
    let total = 0;
    for (let index = 0; index < this.#weighted.length; index += 1) {
      const value = (samples[index] ?? 0) * (this.#window[index] ?? 0);
      this.#weighted[index] = value;
      total += value * value;
    }
    // A Hann window with a mean of 1 has a mean square of 1.5.
    const power = total / (1.5 * this.#weighted.length);
    const levelDbfs = 10 * Math.log10(power + 1) - 20 * Math.log10(32_768);
    if (levelDbfs < MIN_LEVEL_DBFS) return { frequenciesHz: [], levelDbfs };
    return { frequenciesHz: this.#tones(power), levelDbfs };
  }

  #tones(power: number): number[] {
    this.#spectrum.powers(this.#weighted, LOWEST_HZ / STEP_HZ, this.#powers);
    const first = this.#strongest(() => true);
    const one = this.#refine(first);
    const onePower = tonePower(this.#weighted, one, this.#sampleRateHz);
    if (onePower >= PURE_SHARE * power) return [one];
    const second = this.#strongest((hz) => Math.abs(hz - one) >= MIN_SEPARATION_HZ);
    const other = this.#refine(second);
    const otherPower = tonePower(this.#weighted, other, this.#sampleRateHz);
    const arePure = onePower + otherPower >= PURE_SHARE * power && otherPower >= PARTNER_SHARE * onePower;
    return arePure ? [Math.min(one, other), Math.max(one, other)] : [];
  }

  #strongest(isEligible: (frequencyHz: number) => boolean): number {
    let best = 0;
    let bestPower = -1;
    for (let index = 0; index < FREQUENCIES_HZ.length; index += 1) {
      const power = this.#powers[index] ?? 0;
      if (power > bestPower && isEligible(FREQUENCIES_HZ[index] ?? 0)) {
        best = index;
        bestPower = power;
      }
    }
    return best;
  }

  /** Parabolic interpolation through the logarithms of a peak and its neighbors. */
  #refine(index: number): number {
    const at = (bin: number): number => Math.log((this.#powers[bin] ?? 0) + 1e-9);
    const middle = FREQUENCIES_HZ[index] ?? 0;
    if (index === 0 || index === FREQUENCIES_HZ.length - 1) return middle;
    const curve = at(index - 1) - 2 * at(index) + at(index + 1);
    if (curve >= 0) return middle;
    return middle + (STEP_HZ * (at(index - 1) - at(index + 1))) / (2 * curve);
  }
}
