import { hannWindow, tonePower } from './goertzel.ts';

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

/** The lengths of 80 ms at 8 and 16 kHz are five times a power of two. */
const PARTS = 5;

/**
 * Power spectrum of windows of one length: a DFT of 5 · 2ⁿ samples, combined from five of 2ⁿ (Cooley and Tukey,
 * 1965). Allocates once.
 */
export class Spectrum {
  readonly #partLength: number;
  /** Bit-reversed sample indexes of a part, the input order of its butterflies. */
  readonly #order: Uint16Array;
  /** Twiddle factors e^(-2πi·k/N). */
  readonly #cos: Float64Array;
  readonly #sin: Float64Array;
  /** The transforms of all parts, concatenated. */
  readonly #real: Float64Array;
  readonly #imaginary: Float64Array;

  /** @param length 5 · 2ⁿ @throws RangeError for other lengths */
  constructor(length: number) {
    const bits = Math.log2(length / PARTS);
    if (!Number.isInteger(bits) || bits < 1) throw new RangeError(`Unsupported spectrum length: ${length}`);
    this.#partLength = length / PARTS;
    this.#order = Uint16Array.from({ length: this.#partLength }, (_, index) => reversed(index, bits));
    this.#cos = Float64Array.from({ length }, (_, index) => Math.cos((2 * Math.PI * index) / length));
    this.#sin = Float64Array.from({ length }, (_, index) => -Math.sin((2 * Math.PI * index) / length));
    this.#real = new Float64Array(length);
    this.#imaginary = new Float64Array(length);
  }

  /**
   * @param samples one window
   * @param firstBin DFT bin of `powers[0]`
   * @param powers filled with powers scaled as in `tonePower`
   */
  powers(samples: Float64Array, firstBin: number, powers: Float64Array): void {
    for (let part = 0; part < PARTS; part += 1) this.#transform(samples, part);
    for (let index = 0; index < powers.length; index += 1) powers[index] = this.#power(firstBin + index);
  }

  /** Transforms every fifth sample, in place. */
  #transform(samples: Float64Array, part: number): void {
    const [real, imaginary, cos, sin] = [this.#real, this.#imaginary, this.#cos, this.#sin];
    const begin = part * this.#partLength;
    const end = begin + this.#partLength;
    for (let index = 0; index < this.#partLength; index += 1) {
      real[begin + index] = samples[(this.#order[index] ?? 0) * PARTS + part] ?? 0;
    }
    imaginary.fill(0, begin, end);
    for (let half = 1; half < this.#partLength; half *= 2) {
      const turn = samples.length / (2 * half);
      for (let offset = 0; offset < half; offset += 1) {
        const c = cos[offset * turn] ?? 0;
        const s = sin[offset * turn] ?? 0;
        for (let upper = begin + offset; upper < end; upper += 2 * half) {
          const lower = upper + half;
          const a = real[lower] ?? 0;
          const b = imaginary[lower] ?? 0;
          const x = c * a - s * b;
          const y = c * b + s * a;
          real[lower] = (real[upper] ?? 0) - x;
          imaginary[lower] = (imaginary[upper] ?? 0) - y;
          real[upper] = (real[upper] ?? 0) + x;
          imaginary[upper] = (imaginary[upper] ?? 0) + y;
        }
      }
    }
  }

  #power(bin: number): number {
    const length = this.#cos.length;
    let real = 0;
    let imaginary = 0;
    for (let part = 0; part < PARTS; part += 1) {
      const turn = (part * bin) % length;
      const position = part * this.#partLength + (bin % this.#partLength);
      const c = this.#cos[turn] ?? 0;
      const s = this.#sin[turn] ?? 0;
      const a = this.#real[position] ?? 0;
      const b = this.#imaginary[position] ?? 0;
      real += c * a - s * b;
      imaginary += c * b + s * a;
    }
    return (2 * (real * real + imaginary * imaginary)) / length ** 2;
  }
}

function reversed(index: number, bits: number): number {
  let result = 0;
  for (let bit = 0; bit < bits; bit += 1) result |= ((index >> bit) & 1) << (bits - 1 - bit);
  return result;
}
