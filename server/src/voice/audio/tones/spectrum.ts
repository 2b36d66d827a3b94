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
